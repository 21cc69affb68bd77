import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The processes that took up runs of hourly and daily jobs, by the machine's clock. Written by `housekeeping`. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    job: text().notNull(),
    /** When it fell due. */
    dueAt: integer().notNull(),
    state: text({ enum: ['running', 'done', 'failed', 'waived'] }).notNull(),
    startedAt: integer().notNull(),
    /** The owner's claim lasts until then; afterwards any process may take over an unfinished run. */
    leaseUntil: integer().notNull(),
    finishedAt: integer(),
    /** The error's name only, because its message may contain personal data. */
    failure: text(),
  },
  (t) => [primaryKey({ columns: [t.job, t.dueAt] })],
)

/** The process that runs the jobs of this portal, by the machine's clock: one row at most. Written by `housekeeping`. */
export const jobLease = sqliteTable('job_lease', {
  id: integer().primaryKey(),
  process: text().notNull(),
  /** Afterwards any process may take over. */
  until: integer().notNull(),
})

/** Every report of the data checks. Written by `housekeeping`. */
export const checkReports = sqliteTable('check_reports', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The machine's clock. */
  at: integer().notNull(),
  /** One result for each check: JSON. */
  results: text().notNull(),
})

/**
 * The newest time of the machine that was believed, and the one that it showed when it was doubted: null while it is
 * believed. One row at most. Written by `housekeeping`.
 */
export const machineTime = sqliteTable('machine_time', {
  id: integer().primaryKey(),
  trustedAt: integer().notNull(),
  doubtedAt: integer(),
})
