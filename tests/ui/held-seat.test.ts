import { expect, test } from 'vitest'
import { countedIn, isUnlisted } from '#pages/parts/option-form/held.ts'

test('whoever keeps a seat is told only of the choices above it; below it none counts', () => {
  const list = ['a', 'b', 'c'].map((code) => ({ code }))
  const held = (code: string) => ({ code, isUnlisted: false, place: '' })
  expect(countedIn(list, null)).toBe(3)
  expect(countedIn(list, held('c'))).toBe(2)
  expect(countedIn(list, held('a'))).toBe(0)
  // The allotment tries every choice of a list that does not name the seat.
  expect(countedIn(list, held('z'))).toBe(3)
})

test('a list that does not name the seat is told apart from an empty one', () => {
  expect(isUnlisted([], 'a')).toBe(false)
  expect(isUnlisted(['b', 'a'], 'a')).toBe(false)
  expect(isUnlisted(['b', 'c'], 'a')).toBe(true)
})
