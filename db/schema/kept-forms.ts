import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** Forms sent after their session had ended and too large for a cookie. Written by `kept-forms`. */
export const keptForms = sqliteTable(
  'kept_forms',
  {
    /** Random; the sender's browser keeps it in a cookie. */
    key: text().primaryKey(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The page and its input, sealed for the candidate. */
    sealed: text().notNull(),
    keptAt: integer().notNull(),
  },
  (t) => [index('kept_forms_candidate').on(t.candidateId, t.keptAt), index('kept_forms_age').on(t.keptAt)],
)
