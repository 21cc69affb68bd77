import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** Marks that reveal two forms of one person: only hashes, no plain text. Written by `duplicates`. */
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

/** Marks shared by several candidates. Written by `duplicates`. */
export const sharedMarks = sqliteTable(
  'shared_marks',
  {
    kind: text({ enum: ['name-and-birth', 'certificate', 'document'] }).notNull(),
    mark: text().notNull(),
    foundAt: integer().notNull(),
    /** Judged to be different persons: when, by whom and why. All null while nobody has. */
    dismissedAt: integer(),
    dismissedBy: integer().references(() => staff.id),
    remark: text(),
    /** How many candidates shared the mark then; one more opens the suspicion again. */
    dismissedFor: integer(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.mark] }), index('shared_marks_found').on(t.foundAt)],
)

/** The progress of the scan of submitted versions. One row. Written by `duplicates`. */
export const duplicateScan = sqliteTable('duplicate_scan', {
  id: integer().primaryKey(),
  lastVersion: integer().notNull(),
})
