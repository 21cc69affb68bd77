import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * Candidates reminded of an unconfirmed option form, by hours before the end of its window. A moved end is reminded of
 * again. Written by `option-form`.
 */
export const optionReminders = sqliteTable(
  'option_reminders',
  {
    round: integer().notNull(),
    closesAt: integer().notNull(),
    hoursBefore: integer().notNull(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    sentAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.round, t.closesAt, t.hoursBefore, t.candidateId] })],
)
