import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who has taken up which run of an hourly or daily job, on the machine's clock. Written by `housekeeping`. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    job: text().notNull(),
    /** When it fell due. */
    dueAt: integer().notNull(),
    state: text({ enum: ['running', 'done', 'failed', 'waived'] }).notNull(),
    startedAt: integer().notNull(),
    /** Until then it is theirs who took it up; after that, unless it is done, anybody may. */
    leaseUntil: integer().notNull(),
    finishedAt: integer(),
    /** The error's name; its words may hold anybody's data. */
    failure: text(),
  },
  (t) => [primaryKey({ columns: [t.job, t.dueAt] })],
)

/** What the checks of the data found, each time. Written by `housekeeping`. */
export const checkReports = sqliteTable('check_reports', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The machine's clock. */
  at: integer().notNull(),
  /** One result for each check: JSON. */
  results: text().notNull(),
})
