import { expect, test } from 'vitest'
import { keptCount } from '#server/kernel/kept-count.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'

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

test('a slow count of a clock is shown for an hour, and renewed behind the look that finds it older than a minute', async () => {
  let now = 0
  let counts = 0
  let fails = false
  const kept = keptCount(
    async (rest) => {
      const own = ++counts
      const until = performance.now() + 30
      while (performance.now() < until);
      await rest()
      if (fails) throw new Error('the disk is full')
      return own
    },
    { quick: 20, now: () => now as Instant },
  )
  const later = async (ms: number) => {
    now += ms
    return kept.current()
  }
  /** Lets a renewal that nobody waits for come to its end. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 60))
  expect([await later(0), await later(minutes(1) - 1)]).toEqual([1, 1])
  await settled()
  expect(counts, 'newer than a minute').toBe(1)
  expect(kept.current() instanceof Promise).toBe(false)
  expect([await later(1), await later(0)], 'nobody waits').toEqual([1, 1])
  await settled()
  expect([await later(0), counts], 'renewed once').toEqual([2, 2])
  expect(await later(hours(1) + 1), 'too old to show').toBe(3)
  // A renewal that fails is tried again by the next look, and told to the one that has to wait.
  fails = true
  expect(await later(minutes(2))).toBe(3)
  await settled()
  await expect(later(hours(1))).rejects.toThrow('the disk is full')
  fails = false
  expect(await later(0)).toBe(6)
  expect(await later(-minutes(1)), 'a clock that went back').toBe(7)
})
