import { expect, test } from 'vitest'
import { fairQueue } from '#server/kernel/fair-queue.ts'

/** A queue whose work never ends, in which each of so many lanes waits once, and whose work took `each` ms so far. */
async function queueOf(lanes: number, each: number) {
  let time = 0
  const queue = fairQueue({ concurrency: 1, perLane: 4, inAll: 60, now: () => time })
  for (let n = 0; n < 1000; n++)
    await queue.run('before', async () => {
      time += each
    })
  for (let n = 0; n <= lanes; n++) void queue.run(`lane ${n}`, () => new Promise(() => {}))
  return queue
}

test('case 70: whoever comes to a queue gets a place as long as their turn comes within 25 seconds', async () => {
  expect((await queueOf(110, 200)).room('a new lane')).toBe('free')
  expect((await queueOf(140, 200)).room('a new lane')).toBe('full')
  expect((await queueOf(210, 50)).room('a new lane')).toBe('free')
  expect((await queueOf(10, 5000)).room('a new lane')).toBe('full')
})

test('case 86: one lane that waits with many delays another by one turn, however long the queue is', async () => {
  const queue = await queueOf(0, 5000)
  for (let n = 0; n < 3; n++) void queue.run('many', () => new Promise(() => {}))
  expect([queue.room('many'), queue.room('another')]).toEqual(['free', 'free'])
  for (let n = 0; n < 9; n++) void queue.run('too many', () => new Promise(() => {}))
  expect([queue.room('too many'), queue.room('another')]).toEqual(['lane-full', 'free'])
})

test('case 70: whoever is refused is sent away until the queue is over, and for 25 seconds at most', async () => {
  expect((await queueOf(40, 200)).seconds()).toBe(8)
  expect((await queueOf(190, 200)).seconds()).toBe(25)
})

/**
 * Ten minutes of a crowd: forty come in a second, more than can be served. `each`: milliseconds of the nth work. The longest wait, in seconds, of
 * those who were let in.
 */
async function longestWait(each: (nth: number, now: number) => number): Promise<number> {
  let now = 0
  let longest = 0
  let finish = () => {}
  const queue = fairQueue({ concurrency: 1, perLane: 4, inAll: 60, now: () => now })
  const come = (lane: string, came: number) => {
    if (queue.room(lane) !== 'free') return
    void queue.run(lane, () => {
      longest = Math.max(longest, now - came)
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    })
  }
  let all = 0
  come('first', 0)
  for (let nth = 0; now < 600_000; nth++) {
    now += each(nth, now)
    finish()
    await new Promise(setImmediate)
    for (; all * 25 < now; all++) come(`lane ${all}`, now)
  }
  return longest / 1000
}

test('case 70: nobody who was let in waits for a minute, though quick work comes in rows and all work becomes twice as slow', async () => {
  const inRows = (nth: number) => (nth % 2000 < 1000 ? 8 : 80)
  expect(await longestWait(inRows)).toBeLessThan(30)
  expect(await longestWait((nth, now) => inRows(nth) * (now < 300_000 ? 1 : 2))).toBeLessThan(60)
})
