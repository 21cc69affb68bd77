import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { after, every, inBackground, listen, ofThread, soon, survive, watchClock } from '#server/kernel/background.ts'

/** A log that tests read. */
function notes() {
  const told: string[] = []
  return {
    told,
    error: (details: object, _message: string) => {
      const { work, err } = details as { work: string; err: Error }
      told.push(`${work}: ${err.message}`)
    },
  }
}
const fails = () => {
  throw new Error('it fails')
}

test('case 76: a tick that fails is logged, and the next one comes', async () => {
  const log = notes()
  const stop = every(5, 'a tick', log, fails)
  await vi.waitFor(() => expect(log.told.length).toBeGreaterThan(1))
  stop()
  expect(new Set(log.told)).toEqual(new Set(['a tick: it fails']))
})

test('case 76: work that fails later, through its promise, is logged as well', async () => {
  const log = notes()
  await inBackground('a job', log, () => Promise.reject(new Error('it fails')))
  after(1, 'once', log, fails)
  soon('next', log, fails)
  await vi.waitFor(() => expect([...log.told].sort()).toEqual(['a job: it fails', 'next: it fails', 'once: it fails']))
})

test('case 76: a failing listener affects neither its emitter nor other listeners', async () => {
  const log = notes()
  const emitter = new EventEmitter()
  listen(emitter, 'step', 'a step', log, fails)
  const heard = once(emitter, 'step')
  emitter.emit('step', 7)
  expect(await heard).toEqual([7])
  await vi.waitFor(() => expect(log.told).toEqual(['a step: it fails']))
})

test('case 76: an error that a thread pool reports outside any task is logged', async () => {
  const log = notes()
  const emitter = new EventEmitter()
  survive(emitter, 'a pool', log)
  emitter.emit('error', new Error('a thread is gone'))
  await vi.waitFor(() => expect(log.told).toEqual(['a pool: a thread is gone']))
})

test('cancelled work does not run', async () => {
  const log = notes()
  after(1, 'once', log, fails)()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(log.told).toEqual([])
})

test('case 76: work waits for no thread that cannot start', async () => {
  const pool = new EventEmitter()
  const waiting = ofThread(pool, new Promise(() => {}))
  pool.emit('error', new Error('out of memory'))
  await expect(waiting).rejects.toThrow('out of memory')
  await expect(ofThread(pool, Promise.resolve('done'))).resolves.toBe('done')
  await vi.waitFor(() => expect(pool.listenerCount('error')).toBe(0))
})

test('case 52: a jump of the clock is seen, and the passing of time is none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  const jumps: number[] = []
  const stop = watchClock(notes(), (jumped) => jumps.push(Math.round(jumped)))
  vi.advanceTimersByTime(30_000)
  expect(jumps).toEqual([])
  vi.setSystemTime(Date.now() + 7_200_000)
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(5000)
  expect(jumps).toEqual([7_200_000, -86_400_000])
  stop()
  vi.useRealTimers()
})
