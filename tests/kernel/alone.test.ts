import { expect, test } from 'vitest'
import { alone, breath } from '#server/kernel/background.ts'

/** Works for a stretch that is long enough to need a rest; returns how long it then rested, in ms. */
async function restAfterWork(): Promise<number> {
  const end = performance.now() + 100
  while (performance.now() < end);
  await breath()
  return performance.now() - end
}

test('background work rests after a stretch, but not while nobody is served', async () => {
  expect(await restAfterWork()).toBeGreaterThan(20)
  const within = await alone(async () => {
    await expect(alone(() => Promise.reject(new Error('it fails')))).rejects.toThrow('it fails')
    return restAfterWork()
  })
  const after = await restAfterWork()
  expect(within).toBeLessThan(after)
  expect(after).toBeGreaterThan(20)
})
