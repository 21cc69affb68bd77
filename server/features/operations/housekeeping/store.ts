import type SqliteDatabase from 'better-sqlite3'
import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { checkReports, jobLease, jobRuns, machineTime } from '#db/schema/housekeeping.ts'
import type { CheckResult } from '#server/domain/operations/housekeeping.ts'
import type { KnownTime } from '#server/domain/operations/machine-time.ts'

export type JobRun = typeof jobRuns.$inferSelect
export type CheckReport = { at: number; results: CheckResult[] }
export type HousekeepingStore = ReturnType<typeof housekeepingStore>

/** The only writer of `job_runs`, `job_lease`, `check_reports` and `machine_time`. */
export function housekeepingStore({ orm, transact }: Database) {
  /** The newest run up to `dueAt`: a run dated in the future by a wrong clock must not block later ones. */
  const newest = (job: string, dueAt: number) =>
    orm
      .select()
      .from(jobRuns)
      .where(and(eq(jobRuns.job, job), lte(jobRuns.dueAt, dueAt)))
      .orderBy(desc(jobRuns.dueAt))
      .limit(1)
      .get()
  const at = ({ job, dueAt }: Pick<JobRun, 'job' | 'dueAt'>) => and(eq(jobRuns.job, job), eq(jobRuns.dueAt, dueAt))

  const lease = () => orm.select().from(jobLease).where(eq(jobLease.id, 1)).get()

  return {
    /** Who runs the jobs, and until when; undefined if nobody does. */
    lease,

    /** Gives the jobs to a process, unless another one has them at `now`. Reads under the lock. */
    takeLease: (process: string, now: number, until: number): boolean =>
      transact(() => {
        const held = lease()
        // One that ends after `until` was taken while the clock was wrong.
        if (held && held.process !== process && held.until > now && held.until <= until) return false
        orm
          .insert(jobLease)
          .values({ id: 1, process, until })
          .onConflictDoUpdate({ target: jobLease.id, set: { process, until } })
          .run()
        return true
      }),

    /** Takes the jobs from a process that has ended or leaves. */
    endLease: (process: string): void => void orm.delete(jobLease).where(eq(jobLease.process, process)).run(),

    /**
     * Claims the run of a job that fell due at `dueAt`, until `leaseUntil`; false if it is done or another process has
     * it. A new portal waives runs that fell due before it began. Reads first, so that a tick takes no write lock.
     */
    claim(job: string, dueAt: number, now: number, leaseUntil: number): boolean {
      const isOpen = () => {
        const last = newest(job, dueAt)
        if (!last || last.dueAt < dueAt) return true
        return last.dueAt === dueAt && (last.state === 'running' || last.state === 'failed') && last.leaseUntil <= now
      }
      if (!isOpen()) return false
      return transact(() => {
        if (!isOpen()) return false
        const state = newest(job, dueAt) ? ('running' as const) : ('waived' as const)
        const row = { state, startedAt: now, leaseUntil, finishedAt: state === 'waived' ? now : null, failure: null }
        orm
          .insert(jobRuns)
          .values({ job, dueAt, ...row })
          .onConflictDoUpdate({ target: [jobRuns.job, jobRuns.dueAt], set: row })
          .run()
        return state === 'running'
      })
    },

    /** Ends a run, unless another process has claimed it since. `retryAt`: when a failed run may be claimed again. */
    finish(
      run: Pick<JobRun, 'job' | 'dueAt' | 'startedAt'>,
      end: { now: number; failure: string | null; retryAt: number },
    ): void {
      orm
        .update(jobRuns)
        .set({
          state: end.failure === null ? 'done' : 'failed',
          finishedAt: end.now,
          failure: end.failure,
          leaseUntil: end.retryAt,
        })
        .where(and(at(run), eq(jobRuns.startedAt, run.startedAt), eq(jobRuns.state, 'running')))
        .run()
    },

    /** Deletes runs from before `before`. */
    forget: (before: number): void => void orm.delete(jobRuns).where(lt(jobRuns.dueAt, before)).run(),

    /** The last run of every job that was not waived. */
    lastRuns: (): JobRun[] =>
      orm
        .select()
        .from(jobRuns)
        .where(
          and(
            ne(jobRuns.state, 'waived'),
            eq(jobRuns.dueAt, sql`(SELECT max(due_at) FROM job_runs other WHERE other.job = ${jobRuns.job})`),
          ),
        )
        .orderBy(jobRuns.job)
        .all(),

    machineTime: (): KnownTime | undefined => orm.select().from(machineTime).get(),
    putMachineTime: (time: KnownTime): void =>
      void orm
        .insert(machineTime)
        .values({ id: 1, ...time })
        .onConflictDoUpdate({ target: machineTime.id, set: time })
        .run(),

    addReport: ({ at, results }: CheckReport): void =>
      void orm
        .insert(checkReports)
        .values({ at, results: JSON.stringify(results) })
        .run(),

    lastReport(): CheckReport | null {
      const row = orm.select().from(checkReports).orderBy(desc(checkReports.id)).limit(1).get()
      return row ? { at: row.at, results: JSON.parse(row.results) as CheckResult[] } : null
    },
  }
}

type Reader = Pick<SqliteDatabase.Database, 'prepare' | 'pragma'>

const counted = (lines: string[]): Pick<CheckResult, 'count' | 'first'> => ({
  count: lines.length,
  first: lines.slice(0, 20),
})

/**
 * The faults SQLite finds in the database; empty if it is whole. `quick_check` takes a fraction of the time, because it does
 * not compare the indexes with their tables.
 */
export function damageOf(sqlite: Reader, check: 'integrity_check' | 'quick_check' = 'integrity_check'): string[] {
  try {
    const found = sqlite.pragma(`${check}(20)`) as Record<string, string>[]
    return found.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
  } catch (error) {
    // Too broken even to be walked.
    if (error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code)))
      return [error.message]
    throw error
  }
}

/** Checks that the database is whole; the other checks make no sense in a damaged one. Reads only. */
export function checkDatabase(sqlite: Reader): CheckResult {
  const damage = damageOf(sqlite)
  if (damage.length) return { check: 'database', ...counted(damage) }
  const strays = sqlite.pragma('foreign_key_check') as { table: string }[]
  return { check: 'database', ...counted(strays.map(({ table }) => `→ ${table}`)) }
}

/** Checks the invariants of the rows. Reads only. */
export function checkRows(sqlite: Reader): CheckResult[] {
  const lines = (query: string) => sqlite.prepare<[], string>(query).pluck().all()
  return [
    {
      check: 'paid-without-receipt',
      ...counted(
        lines(`SELECT 'payment ' || p.id FROM payments p
          WHERE (p.status = 'captured' AND (p.captured_at IS NULL OR p.gateway_payment_id IS NULL))
            OR (p.status NOT IN ('captured', 'refunded')
              AND EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = p.id AND e.kind = 'try-captured'))
          ORDER BY p.id`),
      ),
    },
    {
      check: 'unknown-money',
      ...counted(
        lines(
          `SELECT gateway || ' ' || event_id FROM payment_events WHERE kind IN ('ignored', 'mismatch') ORDER BY id`,
        ),
      ),
    },
    {
      check: 'two-seats',
      ...counted(
        lines(`SELECT 'round ' || r.round || ', candidate ' || a.candidate_id
          FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
          GROUP BY r.round, a.candidate_id HAVING count(*) > 1`),
      ),
    },
    {
      check: 'seats-beyond-intake',
      ...counted(
        lines(`SELECT 'round ' || r.round || ', ' || a.choice_code
          FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
          GROUP BY a.run_id, a.choice_code
          HAVING count(*) > coalesce((SELECT sum(p.count) FROM seat_matrix_pools p
            WHERE p.edition_id = r.seat_matrix_edition_id AND p.choice_code = a.choice_code), 0)`),
      ),
    },
  ]
}

/** Returns a test: does any row name this hash? */
export function isNamed(sqlite: Reader): (hash: string) => boolean {
  const find = sqlite
    .prepare<[string, string, string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM documents WHERE hash = ?) OR EXISTS (SELECT 1 FROM certificates WHERE hash = ?)
       OR EXISTS (SELECT 1 FROM grievance_files WHERE hash = ?) OR EXISTS (SELECT 1 FROM public_files WHERE hash = ?)`,
    )
    .pluck()
  return (hash) => find.get(hash, hash, hash, hash) === 1
}

/** Every file that a row names, with its size. */
export const namedFiles = (sqlite: Reader): IterableIterator<{ hash: string; bytes: number }> =>
  sqlite
    .prepare<[], { hash: string; bytes: number }>(
      `SELECT hash, bytes FROM documents UNION SELECT hash, bytes FROM certificates
      UNION SELECT hash, bytes FROM grievance_files UNION SELECT hash, bytes FROM public_files`,
    )
    .iterate()
