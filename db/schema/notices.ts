import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The schedule: when each activity opens and closes. Written by `notices`. */
export const activities = sqliteTable('activities', {
  key: text().primaryKey(),
  titleEn: text().notNull(),
  titleMr: text().notNull(),
  /** Null while the cell has not given it a date. */
  opensAt: integer(),
  closesAt: integer(),
  /** It happens at one instant, so it has no closing. */
  isEvent: integer({ mode: 'boolean' }).notNull().default(false),
  /** When the cell left it out of the schedule; a later change may take it in again. */
  leftOutAt: integer(),
})

/** The previous values of an activity before each change of the schedule, with the reason. Written by `notices`. */
export const activityChanges = sqliteTable(
  'activity_changes',
  {
    id: integer().primaryKey(),
    activity: text()
      .notNull()
      .references(() => activities.key),
    /** Null if it had no date. */
    opensBefore: integer(),
    closesBefore: integer(),
    reasonEn: text().notNull(),
    reasonMr: text().notNull(),
    /** The portal's clock. */
    at: integer().notNull(),
  },
  (t) => [index('activity_changes_activity').on(t.activity, t.id)],
)

/** The cell's public texts: notices, news, and questions with their answers. Written by `notices`. */
export const notices = sqliteTable(
  'notices',
  {
    id: integer().primaryKey(),
    kind: text({ enum: ['notice', 'news', 'faq'] })
      .notNull()
      .default('notice'),
    titleEn: text().notNull(),
    titleMr: text().notNull(),
    bodyEn: text().notNull(),
    bodyMr: text().notNull(),
    publishedAt: integer().notNull(),
    /** When it was taken off the public pages; kept for the record. */
    withdrawnAt: integer(),
  },
  (t) => [index('notices_kind').on(t.kind, t.publishedAt)],
)
