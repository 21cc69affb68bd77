import path from 'node:path'
import { Piscina } from 'piscina'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/audit'
import { type CheckResult, checks } from '../../domain/housekeeping'
import { lastDue, leaseOf, type Rhythm } from '../../domain/job-rhythm'
import type { StaffRole } from '../../domain/staff'
import { ok, type Result, refuse } from '../../kernel/result'
import { days, minutes, plus } from '../../kernel/time'
import { type BackupNote, backupsIn } from './backup'
import type { CheckReport, HousekeepingStore, JobRun } from './store'
import type { HouseTask } from './worker'

type Officer = { id: number; loginName: string; role: StaffRole }

export type HousekeepingDeps = {
  db: Database
  store: HousekeepingStore
  clock: Clock
  /** The portal's folder, which holds its database and its files. */
  folder: string
  /** Where this portal's backups go, and how many of them stay. */
  backups: { folder: string; keep: number }
  /** A demo is made anew and not brought back: it has no backups but those that somebody asks for. */
  isDemo: boolean
  /** Walks the audit log; the number of the first broken line, or null. */
  brokenAuditLine(): Promise<number | null>
  /** Tells the cell what was found. In the open transaction. */
  tellCell(found: readonly CheckResult[]): void
  kickOutbox(): void
  record: RecordAct
  log: { error(details: object, text: string): void }
}

export type HouseView = {
  report: CheckReport | null
  isChecking: boolean
  isDemo: boolean
  /** Newest first. */
  backups: BackupNote[]
  runs: JobRun[]
}

/** Where the worker stands: beside this file as source, beside the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./housekeeping-worker.js', import.meta.url).href, execArgv: [] }

/** How far the thread stands back where a page wants the processor too. */
const niceIncrement = 10
/** A run that failed is tried again after this long. */
const pauseAfterFailure = minutes(30)
const remembered = days(90)

/**
 * What the portal does for itself: hourly and daily jobs that run once however many processes there are, and once after
 * downtime; backups; and checks of what must always hold. Source: decisions §12, cases 67, 68 and 72.
 */
export function createHousekeeping(deps: HousekeepingDeps) {
  const { db, store, clock, folder, backups, record } = deps
  let checking: Promise<CheckReport> | null = null
  const pools = new Set<Piscina>()

  /** Each in a thread that ends with it. */
  async function inThread<T>(task: HouseTask): Promise<T> {
    const pool = new Piscina({ ...worker, minThreads: 0, maxThreads: 1, niceIncrement })
    pools.add(pool)
    try {
      return (await pool.run(task)) as T
    } finally {
      pools.delete(pool)
      await pool.destroy()
    }
  }

  const source = () => (db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name)

  async function checkChain(): Promise<CheckResult> {
    const line = await deps.brokenAuditLine()
    return line === null
      ? { check: 'audit-chain', count: 0, first: [] }
      : { check: 'audit-chain', count: 1, first: [`line ${line}`] }
  }

  async function check(): Promise<CheckReport> {
    const found = await inThread<CheckResult[]>({ kind: 'checks', source: source(), files: path.join(folder, 'files') })
    const all = found.length > 1 ? [...found, await checkChain()] : found
    const results = checks.flatMap((name) => all.find(({ check }) => check === name) ?? [])
    const report = { at: clock.real(), results }
    db.transact(() => {
      const before = store.lastReport()?.results ?? []
      store.addReport(report)
      const news = results.filter(
        ({ check, count }) => count > (before.find((result) => result.check === check)?.count ?? 0),
      )
      if (news.length) deps.tellCell(news)
    })
    deps.kickOutbox()
    return report
  }

  const checkOnce = (): Promise<CheckReport> =>
    (checking ??= check().finally(() => {
      checking = null
    }))

  /** Makes a backup now, beside whatever else is going on. Throws where the database is damaged or the disk is full. */
  const backUp = (): Promise<BackupNote> =>
    inThread<BackupNote>({
      kind: 'backup',
      source: source(),
      folder,
      to: backups.folder,
      at: clock.real(),
      keep: backups.keep,
    })

  return {
    /**
     * Does the work of a job where its last run is still to be done, and where no other process is at it. What fails is
     * thrown to the caller, noted, and tried again after a while. `rhythm` is on the machine's clock.
     */
    async once(job: string, rhythm: Rhythm, work: () => unknown): Promise<boolean> {
      const startedAt = clock.real()
      const dueAt = lastDue(rhythm, startedAt)
      if (!store.claim(job, dueAt, startedAt, plus(startedAt, leaseOf(rhythm)))) return false
      const end = (failure: string | null) => {
        const now = clock.real()
        store.finish({ job, dueAt, startedAt }, { now, failure, retryAt: plus(now, pauseAfterFailure) })
      }
      try {
        await work()
      } catch (error) {
        end(error instanceof Error ? error.name : 'a thrown value')
        throw error
      }
      end(null)
      store.forget(startedAt - remembered)
      return true
    },

    backUp,

    backUpDaily: async (): Promise<void> => {
      if (!deps.isDemo) await backUp()
    },

    /** Holds the data to everything that must be true of it; the cell is told by e-mail of what was not found before. */
    check: checkOnce,

    /** The same, asked for at the desk; it goes on while its page is read. Refusal: `checks-running` (409). */
    startCheck(actor: Officer): Result<undefined> {
      if (checking) return refuse('checks-running', 409)
      record(auditActor(actor), 'housekeeping.checked')
      checkOnce().catch((error) => deps.log.error({ err: error }, 'housekeeping: the checks failed'))
      return ok()
    },

    view: (): HouseView => ({
      report: store.lastReport(),
      isChecking: checking !== null,
      isDemo: deps.isDemo,
      backups: backupsIn(backups.folder),
      runs: store.lastRuns(),
    }),

    /** Ends what is under way. */
    close: async (): Promise<void> => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
    },
  }
}

export type Housekeeping = ReturnType<typeof createHousekeeping>
