import { Piscina } from 'piscina'
import type { Printable } from './printable'

/** Where the worker stands: beside this file as source, beside the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./press-worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./press-worker.js', import.meta.url).href, execArgv: [] }

/** A document is much short-lived rubbish: with more room for it the collector runs less often. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/** How far the threads stand back where a page wants the processor too. */
const niceIncrement = 10

/** An idle worker gives its memory back after this long. Milliseconds. */
const idleTimeout = 60_000

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
        idleTimeout,
        resourceLimits,
        niceIncrement,
      })
      return pool.queueSize >= waiting ? null : pool.run(printable)
    },
    close: async () => void (await pool?.destroy()),
  }
}

export type Press = ReturnType<typeof createPress>
