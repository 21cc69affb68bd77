import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/**
 * An edition of the merit lists: State, All India and J&K together, as one ranking made them. Once published nothing in
 * it changes; a correction is the next edition. Written by `merit-lists`.
 */
export const meritEditions = sqliteTable(
  'merit_editions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    stage: text({ enum: ['provisional', 'final'] }).notNull(),
    /** 1 for the first edition of its stage. */
    number: integer().notNull(),
    state: text({ enum: ['preparing', 'prepared', 'released', 'published', 'discarded'] }).notNull(),
    /** Why there is another edition; null for the first. */
    reason: text(),
    preparedAt: integer().notNull(),
    preparedBy: integer()
      .notNull()
      .references(() => staff.id),
    releasedAt: integer(),
    releasedBy: integer().references(() => staff.id),
    /** When the job publishes it, once it is released. */
    publishAt: integer(),
    publishedAt: integer(),
    /** sha-256 of the entries, hexadecimal: what was released is what is published. Empty while they are written. */
    fingerprint: text().notNull(),
    /** What the validation has to say, and what is different from the edition before; while preparing, how far that is: JSON. */
    report: text().notNull(),
  },
  (t) => [
    uniqueIndex('merit_editions_number').on(t.stage, t.number).where(sql`state <> 'discarded'`),
    index('merit_editions_state').on(t.stage, t.state, t.number),
  ],
)

/** One candidate's place in one list of an edition, as it is printed. Written by `merit-lists`. */
export const meritEntries = sqliteTable(
  'merit_entries',
  {
    editionId: integer()
      .notNull()
      .references(() => meritEditions.id),
    list: text({ enum: ['state', 'all-india', 'jk'] }).notNull(),
    /** 1 for the best; no two alike. */
    meritNumber: integer().notNull(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    userId: text().notNull(),
    fullName: text().notNull(),
    type: text().notNull(),
    category: text().notNull(),
    /** The first criterion, in percent to four places, as it is shown; ranking compares fractions. */
    percentage: text().notNull(),
    /** What ranking compared, criterion by criterion: JSON. */
    criteria: text().notNull(),
    /** The criterion that set this candidate below the one before; null for the first of the list. */
    decidedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.editionId, t.list, t.meritNumber] }),
    uniqueIndex('merit_entries_candidate').on(t.candidateId, t.editionId, t.list),
    index('merit_entries_user').on(t.editionId, t.list, t.userId),
  ],
)
