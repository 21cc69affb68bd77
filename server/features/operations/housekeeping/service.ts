import path from 'node:path'
import { Piscina } from 'piscina'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { TellCell } from '#server/domain/messages/message-templates.ts'
import { type Check, type CheckResult, checks } from '#server/domain/operations/housekeeping.ts'
import { lastDue, leaseOf, type Rhythm } from '#server/domain/operations/job-rhythm.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import { type FaultLog, ofThread, survive } from '#server/kernel/background.ts'
import { outageOf, wordsForOutage } from '#server/kernel/outage.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { threadStart } from '#server/kernel/threads.ts'
import { days, minutes, plus, seconds } from '#server/kernel/time.ts'
import type { Audit } from '../audit/service'
import { type BackupNote, backupsIn, brokenBackupsIn } from './backup'
import type { CheckReport, HousekeepingStore, JobRun } from './store'
import type { HouseTask } from './worker'

type HousekeepingDeps = {
  db: Database
  store: HousekeepingStore
  clock: Clock
  /** The portal's folder, which holds its database and its files. */
  folder: string
  /** The folder for this portal's backups, and the number to keep. */
  backups: { folder: string; keep: number }
  /** The name of this process among those that serve the folder. */
  process: string
  /** A demo is rebuilt rather than restored: it has no backups but those that somebody asks for. */
  isDemo: boolean
  /** Is the time of the machine doubted? Source: rules §12.5. */
  isTimeDoubted(): boolean
  audit: Pick<Audit, 'verifyInPieces'>
  tellCell: TellCell
  record: RecordAct
  log: FaultLog
}

type HouseView = {
  report: CheckReport | null
  isChecking: boolean
  /** When a check came to nothing; null once one has ended well. */
  checkFailedAt: number | null
  isDemo: boolean
  /** Newest first. */
  backups: BackupNote[]
  /** Folders named like a backup that have no manifest. */
  brokenBackups: string[]
  runs: JobRun[]
}

const files = { at: import.meta.url, source: './worker.ts', built: './housekeeping-worker.js' }

/** How far the thread lowers its priority, so that pages get the processor first. */
const niceIncrement = 10
/** The pause before a failed run is tried again. */
const pauseAfterFailure = minutes(30)
const remembered = days(90)
/** How long a process has the jobs without renewing its lease, and how much of it is left when it renews. Milliseconds. */
const leaseFor = seconds(30)
const renewedAt = seconds(20)
/** The most findings that are named one by one. */
const mostNamed = 20

/**
 * The portal's own upkeep: hourly and daily jobs, each run once across all processes and once after downtime; backups;
 * and checks of what must always hold. Source: rules §12.4, §12.6, cases 67, 68 and 72.
 */
export function createHousekeeping(deps: HousekeepingDeps) {
  const { db, store, clock, folder, backups, record } = deps
  let checking: Promise<CheckReport> | null = null
  let checkFailedAt: number | null = null
  const pools = new Set<Piscina>()

  /** Runs a task in a thread that ends with it. */
  async function inThread<T>(task: HouseTask): Promise<T> {
    const pool = new Piscina({ ...threadStart(files), minThreads: 0, maxThreads: 1, niceIncrement })
    survive(pool, 'the thread of housekeeping', deps.log)
    pools.add(pool)
    try {
      return (await ofThread(pool, pool.run(task))) as T
    } finally {
      pools.delete(pool)
      await pool.destroy()
    }
  }

  const source = () => (db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name)

  async function checkChain(): Promise<CheckResult> {
    const verdict = await deps.audit.verifyInPieces()
    return verdict.isWhole
      ? { check: 'audit-chain', count: 0, first: [] }
      : { check: 'audit-chain', count: 1, first: [`line ${verdict.line}`] }
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
      if (news.length) tellOf(news)
    })
    return report
  }

  const tellOf = (found: readonly CheckResult[]): void =>
    deps.tellCell('checks-failed', (language) => ({
      number: found.length,
      body: found.map(({ check, count }) => `${translate(language, `health:check.${check}`)}: ${count}`).join('\n'),
    }))

  /** Adds a finding to the last checks, and tells the cell once per `what`. */
  function alarm(check: Check, what: string): void {
    db.transact(() => {
      const { at, results } = store.lastReport() ?? { at: clock.real(), results: [] }
      const known = results.find((result) => result.check === check)
      if (known && (known.first.includes(what) || known.first.length >= mostNamed)) return
      const found = { check, count: (known?.count ?? 0) + 1, first: [...(known?.first ?? []), what] }
      store.addReport({ at, results: [...results.filter((result) => result !== known), found] })
      tellOf([found])
    })
  }

  const checkOnce = (): Promise<CheckReport> =>
    (checking ??= check()
      .then(
        (report) => {
          checkFailedAt = null
          return report
        },
        (error) => {
          checkFailedAt = clock.real()
          throw error
        },
      )
      .finally(() => {
        checking = null
      }))

  /** Makes a backup now, alongside other work. Throws if the database is damaged or the disk is full. */
  async function backUp(): Promise<BackupNote> {
    const to = backups.folder
    const isDoubted = deps.isTimeDoubted()
    const task: HouseTask = {
      kind: 'backup',
      source: source(),
      folder,
      to,
      at: clock.real(),
      isDoubted,
      keep: backups.keep,
    }
    const made = await inThread<BackupNote>(task)
    for (const file of made.damaged ?? []) alarm('changed-file', file.replace(/^files\W|\W/g, '').slice(0, 16))
    return made
  }

  return {
    /**
     * Does this process run the jobs now? The first that asks does, until it leaves, ends, or gives no sign for half a
     * minute; then the next that asks takes them over. Source: rules §12.4.
     */
    hasJobs(): boolean {
      const now = clock.real()
      const held = store.lease()
      const until = plus(now, leaseFor)
      if (held && held.until <= until) {
        if (held.process === deps.process && held.until > now + renewedAt) return true
        if (held.process !== deps.process && held.until > now) return false
      }
      return store.takeLease(deps.process, now, until)
    },

    /** Another process, or this one, runs no jobs any more: the next that asks has them. */
    endJobsOf(process = deps.process): void {
      if (store.lease()?.process === process) store.endLease(process)
    },

    /**
     * Runs a job if its last run is still due and no other process has it. A failure is noted, thrown to the caller,
     * and tried again after a pause. `rhythm` is on the machine's clock.
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

    /** Reports a finding from outside the checks: from serving a file, or from a job. */
    alarm,

    backUpDaily: async (): Promise<void> => {
      if (!deps.isDemo) await backUp()
    },

    /** Checks everything that must be true of the data; the cell gets an e-mail about new findings. */
    check: checkOnce,

    /** The same, requested at the desk; it continues while the page is read. Refusal: `checks-running` (409). */
    startCheck(actor: StaffMember): Result<undefined> {
      if (checking) return refuse('checks-running', 409)
      record(auditActor(actor), 'housekeeping.checked')
      checkOnce().catch((error) => {
        const outage = outageOf(error)
        const why = outage ? wordsForOutage(outage) : 'see the error'
        deps.log.error({ err: error, outage }, `housekeeping: the check of the data came to nothing: ${why}`)
      })
      return ok()
    },

    view: (): HouseView => ({
      report: store.lastReport(),
      isChecking: checking !== null,
      checkFailedAt,
      isDemo: deps.isDemo,
      backups: backupsIn(backups.folder),
      brokenBackups: brokenBackupsIn(backups.folder),
      runs: store.lastRuns(),
    }),

    /** How old the newest backup is, in ms; since 1970 if a live portal has none, 0 for a demo. */
    backupAge: (): number => (deps.isDemo ? 0 : clock.real() - (backupsIn(backups.folder)[0]?.madeAt ?? 0)),

    /** How many faults the last checks found. */
    faultsFound: (): number => (store.lastReport()?.results ?? []).reduce((sum, { count }) => sum + count, 0),

    /** Ends any work in progress. */
    close: async (): Promise<void> => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
    },
  }
}

export type Housekeeping = ReturnType<typeof createHousekeeping>
