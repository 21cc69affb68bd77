import { expect, test } from 'vitest'
import { fairQueue } from '#server/kernel/fair-queue.ts'

/** A queue whose work never ends, in which each of so many lanes waits once, and whose work took `each` ms so far. */
async function queueOf(lanes: number, each: number) {
  let time = 0
  const queue = fairQueue({ concurrency: 1, perLane: 4, inAll: 60, now: () => time })
  for (let n = 0; n < 100; n++)
    await queue.run('before', async () => {
      time += each
    })
  for (let n = 0; n <= lanes; n++) void queue.run(`lane ${n}`, () => new Promise(() => {}))
  return queue
}

test('case 70: whoever comes to a queue gets a place as long as their turn comes within forty seconds', async () => {
  expect((await queueOf(190, 200)).room('a new lane')).toBe('free')
  expect((await queueOf(210, 200)).room('a new lane')).toBe('full')
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
