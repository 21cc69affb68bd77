import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * One time at which a reminder is sent, and how far it has come through the candidates. A moved deadline is another
 * instant. Written by `reminders`.
 */
export const reminderTimes = sqliteTable(
  'reminder_times',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** A row of the table of reminders. */
    name: text().notNull(),
    /** What its instant belongs to: an activity of the schedule, a round, a day. */
    about: text().notNull(),
    instant: integer().notNull(),
    /** Hours before the instant; negative after it. */
    hours: integer().notNull(),
    /** The last candidate looked at; 0 before the first. */
    upTo: integer().notNull().default(0),
    /** How many candidates were reminded. */
    sent: integer().notNull().default(0),
    /** When everybody was looked at last; null while that is under way. */
    finishedAt: integer(),
  },
  (t) => [uniqueIndex('reminder_times_once').on(t.name, t.about, t.instant, t.hours)],
)

/** Who was reminded, once each time. Written by `reminders`. */
export const reminders = sqliteTable(
  'reminders',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    timeId: integer()
      .notNull()
      .references(() => reminderTimes.id),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.timeId] })],
)
