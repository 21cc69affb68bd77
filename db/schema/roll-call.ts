import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** A candidate's last answer to the roll-call of a round. Written by `roll-call`. */
export const rollCallAnswers = sqliteTable(
  'roll_call_answers',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    answer: text({ enum: ['in', 'out'] }).notNull(),
    answeredAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.round] }),
    index('roll_call_answers_round').on(t.round, t.answer, t.candidateId),
  ],
)
