import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** Who has told which institute of their interest in its own seats, outside the rounds. Written by `non-cap`. */
export const nonCapInterests = sqliteTable(
  'non_cap_interests',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** As the seat matrix spells it. */
    institute: text().notNull(),
    registeredAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.institute] }),
    index('non_cap_interests_institute').on(t.institute, t.registeredAt, t.candidateId),
  ],
)
