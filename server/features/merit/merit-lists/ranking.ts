import { on } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { EligibilityRules } from '#server/domain/application/form/eligibility.ts'
import type { MeritDiff } from '#server/domain/merit/diff.ts'
import type { MeritList } from '#server/domain/merit/lists.ts'
import type { Finding, MeritFinding } from '#server/domain/merit/ranking.ts'
import type { MeritWords } from '#server/domain/merit/table.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { type FaultLog, ofThread, survive } from '#server/kernel/background.ts'
import { threadStart } from '#server/kernel/threads.ts'
import type { EntryColumns } from './store'

/** The report that the two persons review before an edition's release; the edition keeps it. */
export type EditionReport = {
  /** The number of confirmed forms that were read. */
  confirmed: number
  counts: Record<MeritList, number>
  /** The findings: each kind counted in full, with the first few thousand candidates. */
  findings: { finding: MeritFinding; count: number; first: Finding[] }[]
  /** The edition it is compared with; null for the first one. */
  against: number | null
  diff: MeritDiff[] | null
}

/** How many entries each list has that has any, and the sha-256 of its published file, hexadecimal. */
export type ListFiles = { [list in MeritList]?: { entries: number; sha256: string } }

/** `source`: the database file, or the image of an in-memory database. `previous`: the edition in force. `words`: English, for the lists' files. */
export type RankingTask = {
  source: string | Uint8Array
  criteria: readonly MeritCriterion[]
  eligibility: EligibilityRules
  previous: number | null
  words: MeritWords
  port: MessagePort
}

export type RankingMessage =
  | { kind: 'read'; read: number; of: number }
  | { kind: 'ranked'; fingerprint: string; files: ListFiles; mark: string; report: EditionReport }
  | { kind: 'entries'; rows: EntryColumns[] }
  | { kind: 'done' }

const files = { at: import.meta.url, source: './ranking-worker.ts', built: './ranking-worker.js' }

/** How far the thread lowers its priority, so that pages get the processor first. */
const niceIncrement = 10

/**
 * A ranking in progress: its messages, in order; each slice of entries comes after `next`. Leaving the loop ends it.
 */
type Ranking = { messages: AsyncIterable<RankingMessage>; next(): void }

/** Starts rankings, each in a thread that ends with it. */
export function createRankings(log: FaultLog) {
  const pools = new Set<Piscina>()
  return {
    start(task: Omit<RankingTask, 'port'>): Ranking {
      const { port1: ours, port2: port } = new MessageChannel()
      const pool = new Piscina({ ...threadStart(files), minThreads: 0, maxThreads: 1, niceIncrement })
      survive(pool, 'the thread of a ranking', log)
      pools.add(pool)
      const over = new AbortController()
      const ended = ofThread(pool, pool.run({ ...task, port }, { transferList: [port] }))
      // A failing thread rejects its promise and sends nothing more through the port.
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
    /** Ends every ranking in progress: its messages end with an error. */
    close: async (): Promise<void> => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
    },
  }
}

export type Rankings = ReturnType<typeof createRankings>
