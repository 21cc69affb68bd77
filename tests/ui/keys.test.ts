import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actingKey } from '#pages/parts/checking/keys.ts'
import { pressedOnce } from '#pages/parts/keys/page-keys.ts'

beforeAll(() => {
  for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement', 'HTMLInputElement']) vi.stubGlobal(name, class {})
})
afterAll(() => vi.unstubAllGlobals())

const press = (key: string, repeat = false) => ({ key, repeat, code: '', target: null }) as unknown as KeyboardEvent

test('a key held down judges, finishes and agrees once; only moving goes on', () => {
  for (const key of ['a', 'd', 'x', 'f', '?']) {
    expect(actingKey(press(key)), key).toBe(key)
    expect(actingKey(press(key, true)), `${key} held`).toBe(null)
  }
  for (const key of ['j', 'k']) expect(actingKey(press(key, true)), `${key} held`).toBe(key)
  expect([pressedOnce(press('F')), pressedOnce(press('F', true))]).toEqual(['f', null])
})
