import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** By what a submitted form can be told to be somebody else's too: hashes, nothing in clear. Written by `duplicates`. */
export const personMarks = sqliteTable(
  'person_marks',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    kind: text({ enum: ['name-and-birth', 'certificate', 'document'] }).notNull(),
    /** sha-256, hexadecimal. */
    mark: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.kind, t.mark] }),
    index('person_marks_mark').on(t.kind, t.mark, t.candidateId),
  ],
)

/** Marks that several candidates were found to share. Written by `duplicates`. */
export const sharedMarks = sqliteTable(
  'shared_marks',
  {
    kind: text({ enum: ['name-and-birth', 'certificate', 'document'] }).notNull(),
    mark: text().notNull(),
    foundAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.mark] }), index('shared_marks_found').on(t.foundAt)],
)

/** How far the submitted versions have been looked through. One row. Written by `duplicates`. */
export const duplicateScan = sqliteTable('duplicate_scan', {
  id: integer().primaryKey(),
  lastVersion: integer().notNull(),
})
