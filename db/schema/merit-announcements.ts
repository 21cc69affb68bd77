import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { meritEditions } from './merit-lists'

/** How far the telling of a published edition has come; with the rows of the outbox in one transaction. Written by `merit-lists`. */
export const meritAnnouncements = sqliteTable('merit_announcements', {
  editionId: integer()
    .primaryKey()
    .references(() => meritEditions.id),
  /** The edition of the stage that was in force before; who stands as before is not told again. Null: there was none. */
  against: integer().references(() => meritEditions.id),
  /** Everybody up to this candidate has been looked at. */
  toldUpTo: integer().notNull().default(0),
  told: integer().notNull().default(0),
  finishedAt: integer(),
})
