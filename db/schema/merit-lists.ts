import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'

/**
 * An edition of the merit lists: State, All India and J&K together, from one ranking. A published edition never
 * changes; a correction is the next edition. Written by `merit-lists`.
 */
export const meritEditions = sqliteTable(
  'merit_editions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    stage: text({ enum: ['provisional', 'final'] }).notNull(),
    /** 1 for the first edition of its stage. */
    number: integer().notNull(),
    /** The reason for another edition; null for the first. */
    reason: text(),
    ...releaseColumns,
    /** When the job publishes it after its release. */
    publishAt: integer(),
    publishedAt: integer(),
    /**
     * sha-256 of the entries, hexadecimal; proves that the published lists are the released ones. Empty while they are
     * written.
     */
    fingerprint: text().notNull(),
    /** The sha-256 of each list's English file and the number of its entries, for the public log: JSON. */
    files: text().notNull().default('{}'),
    /**
     * The findings of the validation and the differences from the previous edition: JSON. Empty until it is prepared.
     */
    report: text().notNull(),
  },
  (t) => [
    uniqueIndex('merit_editions_number').on(t.stage, t.number).where(sql`state NOT IN ('discarded', 'failed')`),
    index('merit_editions_state').on(t.stage, t.state, t.number),
  ],
)

/** One candidate's place in one list of an edition, as printed. Written by `merit-lists`. */
export const meritEntries = sqliteTable(
  'merit_entries',
  {
    editionId: integer()
      .notNull()
      .references(() => meritEditions.id),
    list: text({ enum: ['state', 'all-india', 'jk'] }).notNull(),
    /** 1 for the best; unique in the list. */
    meritNumber: integer().notNull(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    userId: text().notNull(),
    fullName: text().notNull(),
    type: text().notNull(),
    category: text().notNull(),
    /** The first criterion, in per cent to four places, for display; ranking compares fractions. */
    percentage: text().notNull(),
    /** The compared values, criterion by criterion: JSON. */
    criteria: text().notNull(),
    /** The criterion that put this candidate below the one before; null for the first of the list. */
    decidedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.editionId, t.list, t.meritNumber] }),
    uniqueIndex('merit_entries_candidate').on(t.candidateId, t.editionId, t.list),
    index('merit_entries_user').on(t.editionId, t.list, t.userId),
  ],
)
