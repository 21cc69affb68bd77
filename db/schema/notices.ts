import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The schedule: when each activity opens and closes. Written by `notices`. */
export const activities = sqliteTable('activities', {
  key: text().primaryKey(),
  titleEn: text().notNull(),
  titleMr: text().notNull(),
  opensAt: integer().notNull(),
  closesAt: integer(),
})

/** What the cell announces on the home page. Written by `notices`. */
export const notices = sqliteTable('notices', {
  id: integer().primaryKey(),
  titleEn: text().notNull(),
  titleMr: text().notNull(),
  bodyEn: text().notNull(),
  bodyMr: text().notNull(),
  publishedAt: integer().notNull(),
})
