import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'
import { staff } from './staff'

/** A candidate admitted by an institute, once for each round unless it was undone. Written by `reporting`. */
export const admissions = sqliteTable(
  'admissions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    choiceCode: text().notNull(),
    instituteCode: text().notNull(),
    /** The kinds of originals seen, and of certificates still awaited; JSON arrays. */
    seen: text().notNull(),
    awaited: text().notNull(),
    admittedAt: integer().notNull(),
    admittedBy: integer()
      .notNull()
      .references(() => staff.id),
    /** When two people withdrew it; it then counts for nothing. */
    undoneAt: integer(),
    /** When the institute noted that an order withdrew it. */
    withdrawalSeenAt: integer(),
  },
  (t) => [
    uniqueIndex('admissions_candidate').on(t.candidateId, t.round).where(sql`undone_at IS NULL`),
    index('admissions_institute').on(t.instituteCode, t.admittedAt),
  ],
)

/**
 * An institute's finding that an original does not support a claim; the candidate verifies and accepts again. Written
 * by `reporting`.
 */
export const seatResets = sqliteTable(
  'seat_resets',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    /** The fact that the original does not support. */
    fact: text().notNull(),
    reason: text().notNull(),
    at: integer().notNull(),
    resetBy: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [index('seat_resets_candidate').on(t.candidateId, t.round)],
)

/**
 * An institute's signed day of reporting; signing records that the day's entries are complete. Written by `reporting`.
 */
export const instituteDays = sqliteTable(
  'institute_days',
  {
    instituteCode: text().notNull(),
    /** `YYYY-MM-DD` in India. */
    day: text().notNull(),
    round: integer().notNull(),
    signedAt: integer().notNull(),
    signedBy: integer()
      .notNull()
      .references(() => staff.id),
    /** How many of the round were admitted and not recorded when the day was signed. */
    admitted: integer().notNull(),
    notRecorded: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.instituteCode, t.day] })],
)

/**
 * A correction of what an institute recorded, which takes or gives a right after the time for it: one person prepares
 * it, another releases it. `record-late`: the candidate reported in time and was not recorded. `undo`: the admission
 * was recorded by mistake. Written by `reporting`.
 */
export const admissionCorrections = sqliteTable(
  'admission_corrections',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['record-late', 'undo'] }).notNull(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    choiceCode: text().notNull(),
    instituteCode: text().notNull(),
    reason: text().notNull(),
    /** As in `admissions`, for an admission that is recorded late; JSON arrays. */
    seen: text().notNull().default('[]'),
    awaited: text().notNull().default('[]'),
    ...releaseColumns,
  },
  (t) => [
    uniqueIndex('admission_corrections_open').on(t.candidateId).where(sql`state = 'prepared'`),
    index('admission_corrections_institute').on(t.instituteCode, t.state),
  ],
)
