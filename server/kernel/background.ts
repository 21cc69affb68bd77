/** The log of work outside a request. */
export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The log for errors of background work. */
export type FaultLog = Pick<Log, 'error'>

type Emitter = { on(event: string, listener: (value: unknown) => void): unknown }

/**
 * Runs work outside any request: a timer's tick, an event, a step of the shutdown. Logs an error under `name` and
 * swallows it, because an uncaught one would end the process and every portal with it. Source: case 76.
 */
export async function inBackground(name: string, log: FaultLog, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, work: name }, 'work in the background failed')
  }
}

/** Repeats the work; returns a function that stops it. It does not keep the process alive. */
export function every(milliseconds: number, name: string, log: FaultLog, work: () => unknown): () => void {
  const timer = setInterval(() => void inBackground(name, log, work), milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Does the work once, later, unless the returned function is called first. It does not keep the process alive. */
export function after(milliseconds: number, name: string, log: FaultLog, work: () => unknown): () => void {
  const timer = setTimeout(() => void inBackground(name, log, work), milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}

/** So much work in a row, in ms, before the process rests; and the longest rest. */
const stretch = 20
const longestRest = 25

/** When background work last rested. */
let restedAt = performance.now()
let isAlone = false

/** Work while nobody is served yet, such as the making of a demo: what runs in the background need not rest. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const before = isAlone
  isAlone = true
  try {
    return await work()
  } finally {
    isAlone = before
  }
}

/**
 * Between two pieces of background work: gives pages their turn, and rests a quarter of the time since the last rest,
 * 25 ms at most. Without a rest each page would wait for a piece of the work.
 */
export async function breath(): Promise<void> {
  const worked = performance.now() - restedAt
  if (isAlone || worked < stretch) return new Promise((resolve) => void setImmediate(resolve))
  await new Promise((resolve) => setTimeout(resolve, Math.min(worked / 4, longestRest)))
  restedAt = performance.now()
}

/** Measures work in pieces: `rest` is a breath between two of them, `worked` the ms without those. */
export function workMeter(): { rest(): Promise<void>; worked(): number } {
  let begun = performance.now()
  return {
    async rest() {
      const since = performance.now()
      await breath()
      begun += performance.now() - since
    },
    worked: () => performance.now() - begun,
  }
}

/** Does the work as soon as the running code has finished. */
export function soon(name: string, log: FaultLog, work: () => unknown): void {
  setImmediate(() => void inBackground(name, log, work))
}

/** Listens to an event and its first value, for the lifetime of the emitter. */
export function listen<Value>(
  emitter: Emitter,
  event: string,
  name: string,
  log: FaultLog,
  listener: (value: Value) => unknown,
): void {
  emitter.on(event, (value) => void inBackground(name, log, () => listener(value as Value)))
}

/** Logs the errors that a thread pool or a stream emits outside any task; unhandled, they would end the process. */
export function survive(emitter: Emitter, name: string, log: FaultLog): void {
  listen(emitter, 'error', name, log, (error) => {
    throw error
  })
}

/**
 * The result of work in a thread. If memory is so short that the thread cannot even start, its error belongs to no task and
 * the work would wait for ever; this then fails with that error.
 */
export function ofThread<T>(
  pool: {
    on(event: 'error', heard: (error: unknown) => void): unknown
    off(event: 'error', heard: (error: unknown) => void): unknown
  },
  work: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => pool.off('error', died)
    const died = (error: unknown) => {
      end()
      reject(error)
    }
    pool.on('error', died)
    void work.then(resolve, reject).finally(end)
  })
}

/** A clock has jumped if, within a second, it moves this many ms more or less than the time that has passed. */
const jump = 5000

/** Calls `onJump` with the ms by which the clock of the machine has jumped, ahead or back. Returns a function that stops it. */
export function watchClock(log: FaultLog, onJump: (jumped: number) => unknown): () => void {
  let before = Date.now() - performance.now()
  return every(1000, 'watching the clock', log, () => {
    const now = Date.now() - performance.now()
    const jumped = now - before
    before = now
    if (Math.abs(jumped) > jump) return onJump(jumped)
  })
}
