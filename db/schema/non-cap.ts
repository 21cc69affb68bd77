import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** Candidates' interest in institutes' own seats, outside the rounds. Written by `non-cap`. */
export const nonCapInterests = sqliteTable(
  'non_cap_interests',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The code in the seat matrix. */
    institute: text().notNull(),
    registeredAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.institute] }),
    index('non_cap_interests_institute').on(t.institute, t.registeredAt, t.candidateId),
  ],
)
