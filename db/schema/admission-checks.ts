import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { admissions } from './reporting'
import { staff } from './staff'

/** The regional office's second check of an admission; the newest replaces the one before. Written by `admission-reports`. */
export const admissionChecks = sqliteTable(
  'admission_checks',
  {
    admissionId: integer()
      .primaryKey()
      .references(() => admissions.id),
    verdict: text({ enum: ['checked', 'objected'] }).notNull(),
    /** Why it was objected to; null if it was not. */
    reason: text(),
    checkedAt: integer().notNull(),
    checkedBy: integer()
      .notNull()
      .references(() => staff.id),
    /** What the institute answered to the objection in force; null until it has. */
    answer: text(),
    answeredAt: integer(),
    answeredBy: integer().references(() => staff.id),
  },
  (t) => [index('admission_checks_verdict').on(t.verdict)],
)
