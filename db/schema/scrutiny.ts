import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** Who is to check a form, and who holds it now. Written by `scrutiny`. */
export const scrutinies = sqliteTable(
  'scrutinies',
  {
    candidateId: integer()
      .primaryKey()
      .references(() => candidates.id),
    /** Assigned when the form was submitted; null where there was no officer. */
    officerId: integer().references(() => staff.id),
    /** Has picked the form up, and nobody else may judge it. */
    heldBy: integer().references(() => staff.id),
  },
  (t) => [index('scrutinies_officer').on(t.officerId), index('scrutinies_holder').on(t.heldBy)],
)

/** What an officer found about one fact of one submitted version. Written by `scrutiny`. */
export const scrutinyFindings = sqliteTable(
  'scrutiny_findings',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The submitted version that was looked at. */
    version: integer().notNull(),
    /** A fact of `domain/scrutiny`. */
    fact: text().notNull(),
    isAccepted: integer({ mode: 'boolean' }).notNull(),
    /** A code of the list of reasons; null where the fact is accepted. */
    reason: text(),
    /** The document that the reason is about; null where it is about an answer. */
    document: text(),
    /** In the officer's words; empty where nothing had to be said. */
    expected: text().notNull().default(''),
    found: text().notNull().default(''),
    officerId: integer()
      .notNull()
      .references(() => staff.id),
    at: integer().notNull(),
    /** The candidate was told; null while the officer is still at it. */
    toldAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.version, t.fact] })],
)
