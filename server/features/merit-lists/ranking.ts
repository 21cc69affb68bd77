import { on } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { EligibilityRules } from '../../domain/eligibility'
import type { MeritDiff } from '../../domain/merit-diff'
import type { MeritList } from '../../domain/merit-lists'
import type { Finding, MeritCriterion, MeritFinding } from '../../domain/merit-ranking'
import type { EntryColumns } from './store'

/** What the two persons look at before an edition is released; the edition keeps it. */
export type EditionReport = {
  /** Confirmed forms that were looked at. */
  confirmed: number
  counts: Record<MeritList, number>
  /** What was found, each kind counted in full, with the first of them. */
  findings: { finding: MeritFinding; count: number; first: Finding[] }[]
  /** The edition with which it is compared; null: the first one. */
  against: number | null
  diff: MeritDiff[] | null
}

/** `source`: the database file, or the image of a database that is in no file. `previous`: what is in force. */
export type RankingTask = {
  source: string | Uint8Array
  criteria: readonly MeritCriterion[]
  eligibility: EligibilityRules
  previous: number | null
  port: MessagePort
}

export type RankingMessage =
  | { kind: 'read'; read: number; of: number }
  | { kind: 'ranked'; fingerprint: string; mark: string; report: EditionReport }
  | { kind: 'entries'; rows: EntryColumns[] }
  | { kind: 'done' }

/** Where the worker stands: beside this file as source, beside the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./ranking-worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./ranking-worker.js', import.meta.url).href, execArgv: [] }

/** How far the thread stands back where a page wants the processor too. */
const niceIncrement = 10

/** A ranking under way: what it says, in order; each slice of entries comes after `next`. Leaving the loop ends it. */
export type Ranking = { messages: AsyncIterable<RankingMessage>; next(): void }

/** Starts rankings, each in a thread that ends with it. */
export function createRankings() {
  const pools = new Set<Piscina>()
  return {
    start(task: Omit<RankingTask, 'port'>): Ranking {
      const { port1: ours, port2: port } = new MessageChannel()
      const pool = new Piscina({ ...worker, minThreads: 0, maxThreads: 1, niceIncrement })
      pools.add(pool)
      const over = new AbortController()
      const ended = pool.run({ ...task, port }, { transferList: [port] })
      // A thread that fails says so by its promise, and nothing more by the port.
      ended.catch(() => over.abort())
      async function* messages(): AsyncGenerator<RankingMessage> {
        try {
          for await (const [message] of on(ours, 'message', { signal: over.signal }) as AsyncIterable<
            [RankingMessage]
          >) {
            yield message
            if (message.kind === 'done') return
          }
        } catch (error) {
          if (!over.signal.aborted) throw error
          await ended
        } finally {
          ours.close()
          await pool.destroy().catch(() => {})
          pools.delete(pool)
        }
      }
      return { messages: messages(), next: () => ours.postMessage('next') }
    },
    /** Ends what is under way: its messages end with an error. */
    close: async (): Promise<void> => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
    },
  }
}

export type Rankings = ReturnType<typeof createRankings>
