import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { LongList, Printable } from './printable'

/** Where the worker stands: beside this file as source, beside the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./press-worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./press-worker.js', import.meta.url).href, execArgv: [] }

/** A document is much short-lived rubbish: with more room for it the collector runs less often. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/** How far the threads stand back where a page wants the processor too. */
const niceIncrement = 10

/** An idle worker gives its memory back after this long: candidates come one after another, long lists rarely. Milliseconds. */
const idleTimeout = { forDocuments: 60_000, forLists: 2000 }

/**
 * Turns printables into PDFs in threads of their own, so that no page waits for one. Threads start with the first job.
 * `waiting`: jobs that may queue; `print` answers null when there is no room for another.
 */
export function createPress({ threads = 1, waiting = 100 }: { threads?: number; waiting?: number } = {}) {
  let pool: Piscina<Printable, Uint8Array> | undefined
  return {
    async print(printable: Printable): Promise<Uint8Array | null> {
      pool ??= new Piscina({
        ...worker,
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: idleTimeout.forDocuments,
        resourceLimits,
        niceIncrement,
      })
      return pool.queueSize >= waiting ? null : pool.run(printable)
    },
    close: async () => void (await pool?.destroy()),
  }
}

/** What a long list may have of memory in its thread: however many rows, a page at a time needs no more. */
const frugal = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 96 }

/**
 * Turns long lists into PDFs, one after another in a thread of their own: neither pages nor candidates' documents wait for
 * them. Rows go in and bytes come out piece by piece, so that a list of any length needs little memory.
 */
export function createListPress() {
  let pool: Piscina<unknown, void> | undefined
  return {
    /** `rows`: the list's rows in pieces, as many as it promises. `write`: takes the bytes as they come. */
    async print(
      list: LongList,
      rows: Iterable<readonly (readonly string[])[]>,
      write: (bytes: Uint8Array) => Promise<void>,
    ): Promise<void> {
      pool ??= new Piscina({
        ...worker,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: idleTimeout.forLists,
        resourceLimits: frugal,
        niceIncrement,
      })
      const { port1: here, port2: there } = new MessageChannel()
      const running = pool.run({ list, port: there }, { name: 'longList', transferList: [there] })
      try {
        for (const piece of rows) await write(await exchange(piece))
        await write(await exchange(null))
      } finally {
        // Closed, the thread leaves off; whatever went wrong has been thrown above.
        here.close()
        await running.catch(() => {})
      }

      async function exchange(piece: readonly (readonly string[])[] | null): Promise<Uint8Array> {
        here.postMessage(piece)
        const [bytes] = (await Promise.race([once(here, 'message'), running.then(() => [])])) as [Uint8Array?]
        if (!bytes) throw new Error('the press ended before the list did')
        return bytes
      }
    },
    close: async () => void (await pool?.destroy()),
  }
}

export type ListPress = ReturnType<typeof createListPress>
export type Press = ReturnType<typeof createPress>
