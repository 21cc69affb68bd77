import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** The mock allotment of a round: run once, for orientation, not binding. Written by `allotment`. */
export const mockRuns = sqliteTable('mock_runs', {
  round: integer().primaryKey(),
  state: text({ enum: ['running', 'done', 'failed'] }).notNull(),
  /** When it began; it uses the option forms confirmed by then. */
  begunAt: integer().notNull(),
  /** How many candidates took part. */
  participants: integer().notNull().default(0),
})

/**
 * The participants of a mock allotment, with the seat that they would have had; null for none. Written by `allotment`.
 */
export const mockSeats = sqliteTable(
  'mock_seats',
  {
    round: integer()
      .notNull()
      .references(() => mockRuns.round),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    choiceCode: text(),
    seatType: text(),
    /** The number in the form; null for a kept seat that the list does not name. */
    preference: integer(),
  },
  (t) => [primaryKey({ columns: [t.round, t.candidateId] })],
)
