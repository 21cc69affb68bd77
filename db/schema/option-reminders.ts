import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * Who has been reminded of an unconfirmed option form, so many hours before the end of its window. An end that is moved
 * is reminded of anew. Written by `option-form`.
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
