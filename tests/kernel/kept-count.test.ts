import { expect, test } from 'vitest'
import { keptCount } from '#server/kernel/kept-count.ts'

/** A count that takes so many ms of work, or of waiting for its turn. */
const counted = (ms: number, of: 'work' | 'rest') => {
  let counts = 0
  const kept = keptCount(async (rest) => {
    const until = performance.now() + ms
    if (of === 'work') while (performance.now() < until);
    else while (performance.now() < until) await rest()
    return ++counts
  })
  return kept
}

test('a quick count is made for every look, and once for those who ask together', async () => {
  const kept = counted(0, 'work')
  expect(kept.latest()).toBeNull()
  expect(await Promise.all([kept.current(), kept.current()])).toEqual([1, 1])
  expect([await kept.current(), kept.latest()]).toEqual([2, 2])
  await kept.renewDue()
  expect(kept.latest(), 'no job renews it').toBe(2)
})

test('a slow count is kept until the job has renewed it', async () => {
  const kept = counted(350, 'work')
  expect([await kept.current(), await kept.current()]).toEqual([1, 1])
  const renewing = kept.renewDue()
  expect(kept.current(), 'nobody waits for the next one').toBe(1)
  await renewing
  expect(kept.current()).toBe(2)
})

test('a count that waited for other work is not a slow one', async () => {
  const kept = counted(350, 'rest')
  await kept.current()
  expect(await kept.current()).toBe(2)
})

/** A count that takes 30 ms of work, kept once it takes more than 20. */
function slow(state: () => string) {
  let counts = 0
  return keptCount(
    async (rest) => {
      const own = ++counts
      const until = performance.now() + 30
      while (performance.now() < until);
      await rest()
      return own
    },
    { quick: 20, state },
  )
}

test('a slow count of another state is shown to nobody, even if it was begun before the state changed', async () => {
  let state = 'before'
  const kept = slow(() => state)
  expect([await kept.current(), await kept.current()]).toEqual([1, 1])
  state = 'after'
  expect([await kept.current(), await kept.current()]).toEqual([2, 2])
  state = 'later'
  const begun = kept.current()
  state = 'last'
  expect(await Promise.all([kept.current(), kept.current(), begun])).toEqual([4, 4, 3])
  expect(await kept.current(), 'the one that ended last counts no more').toBe(4)
})
