import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** What came of a candidate's calls and visits, as the help desk notes it. Written by `help-desk`. */
export const callNotes = sqliteTable(
  'call_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    text: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('call_notes_candidate').on(t.candidateId, t.id)],
)
