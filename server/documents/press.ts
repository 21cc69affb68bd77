import { once } from 'node:events'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { type FaultLog, ofThread, survive } from '#server/kernel/background.ts'
import { fairQueue, type Room } from '#server/kernel/fair-queue.ts'
import { threadStart } from '#server/kernel/threads.ts'
import type { LongList, Printable } from './printable'

const files = { at: import.meta.url, source: './press-worker.ts', built: './press-worker.js' }

/** A document creates much short-lived garbage: with more room the collector runs less often. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/** How much the threads yield when a page also needs the processor. */
const niceIncrement = 10

/** An idle worker frees its memory after this long: candidates come in succession, long lists rarely. Milliseconds. */
const idleTimeout = { forDocuments: 60_000, forLists: 2000 }

/** The press is full for this lane, or for everybody. `seconds`: until all those now waiting have been served. */
type NoRoom = { room: Exclude<Room, 'free'>; seconds: number }
/** The bytes of a PDF, or the reason for none. */
export type Printed = Uint8Array | NoRoom

/**
 * Turns printables into PDFs in separate threads, so that no page waits for one. Threads start with the first job.
 * Waiting jobs are served in turn by lane (a candidate, a network); `perLane` and `waiting`: the most jobs waiting in
 * one lane, and in all. Source: case 86.
 */
export function createPress({
  threads = 1,
  waiting = 100,
  perLane = waiting,
  log,
}: {
  threads?: number
  waiting?: number
  perLane?: number
  log: FaultLog
}) {
  const queue = fairQueue({ concurrency: threads, perLane, inAll: waiting, now: () => performance.now() })
  let pool: Piscina<Printable, Uint8Array> | undefined
  function opened() {
    const made = new Piscina<Printable, Uint8Array>({
      ...threadStart(files),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleTimeout.forDocuments,
      resourceLimits,
      niceIncrement,
    })
    survive(made, 'a thread of the press', log)
    return made
  }
  return {
    async print(printable: Printable, lane: string): Promise<Printed> {
      const room = queue.room(lane)
      if (room !== 'free') return { room, seconds: queue.seconds() }
      pool ??= opened()
      const threads = pool
      return queue.run(lane, () => ofThread(threads, threads.run(printable)))
    },
    close: async () => void (await pool?.destroy()),
  }
}

/** The memory limit of a long list's thread: a page at a time needs no more, however many rows. */
const frugal = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 96 }

/**
 * Turns long lists into PDFs one after another in a separate thread, so that neither pages nor candidates' documents
 * wait for them. Rows go in and bytes come out piece by piece, so that a list of any length needs little memory.
 */
export function createListPress(log: FaultLog) {
  let pool: Piscina<unknown, void> | undefined
  function opened() {
    const made = new Piscina<unknown, void>({
      ...threadStart(files),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeout.forLists,
      resourceLimits: frugal,
      niceIncrement,
    })
    survive(made, 'the thread of the list press', log)
    return made
  }
  return {
    /** `rows`: the list's rows in pieces, in the promised number. `write`: takes the bytes as they come. */
    async print(
      list: LongList,
      rows: Iterable<readonly (readonly string[])[]>,
      write: (bytes: Uint8Array) => Promise<void>,
    ): Promise<void> {
      pool ??= opened()
      const { port1: here, port2: there } = new MessageChannel()
      const running = ofThread(pool, pool.run({ list, port: there }, { name: 'longList', transferList: [there] }))
      // The news that the thread has ended may overtake its last bytes, which then wait at the port; they are read once.
      const left = running.then(() => [receiveMessageOnPort(here)?.message as Uint8Array | undefined])
      left.catch(() => {})
      try {
        for (const piece of rows) await write(await exchange(piece))
        await write(await exchange(null))
      } finally {
        // Closing the port stops the thread; any error has been thrown above.
        here.close()
        await running.catch(() => {})
      }

      async function exchange(piece: readonly (readonly string[])[] | null): Promise<Uint8Array> {
        here.postMessage(piece)
        const [bytes] = (await Promise.race([once(here, 'message'), left])) as [Uint8Array?]
        if (!bytes) throw new Error('the press ended before the list did')
        return bytes
      }
    },
    close: async () => void (await pool?.destroy()),
  }
}
