import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** A candidate admitted by an institute, at most once for each round. Written by `reporting`. */
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
  },
  (t) => [
    uniqueIndex('admissions_candidate').on(t.candidateId, t.round),
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
  },
  (t) => [primaryKey({ columns: [t.instituteCode, t.day] })],
)
