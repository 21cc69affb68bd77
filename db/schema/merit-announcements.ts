import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { meritEditions } from './merit-lists'

/**
 * The progress of announcing a published edition; written in one transaction with the rows of the outbox. Written by
 * `merit-lists`.
 */
export const meritAnnouncements = sqliteTable('merit_announcements', {
  editionId: integer()
    .primaryKey()
    .references(() => meritEditions.id),
  /** The previous edition of the stage. Skip candidates whose entry has not changed since. Null: there was none. */
  against: integer().references(() => meritEditions.id),
  /** The last candidate processed. */
  toldUpTo: integer().notNull().default(0),
  told: integer().notNull().default(0),
  finishedAt: integer(),
})
