import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'
import { staff } from './staff'

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

/**
 * A change of the schedule: `preparing` while somebody drafts it, `prepared` once it waits for a second person. Written by
 * `notices`.
 */
export const scheduleChanges = sqliteTable(
  'schedule_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    ...releaseColumns,
    /** Counts the savings, so that nobody overwrites what somebody else has saved meanwhile. */
    version: integer().notNull(),
    savedAt: integer().notNull(),
    savedBy: integer()
      .notNull()
      .references(() => staff.id),
    /** The accounts of all who drafted it; JSON. */
    hands: text().notNull(),
    /** Empty until it is prepared. */
    reasonEn: text().notNull().default(''),
    reasonMr: text().notNull().default(''),
  },
  (t) => [uniqueIndex('schedule_changes_open').on(t.state).where(sql`state IN ('preparing', 'prepared')`)],
)

/** The activities that a change of the schedule would add or give other dates. Written by `notices`. */
export const scheduleChangeRows = sqliteTable(
  'schedule_change_rows',
  {
    changeId: integer()
      .notNull()
      .references(() => scheduleChanges.id),
    activity: text().notNull(),
    titleEn: text().notNull(),
    titleMr: text().notNull(),
    opensAt: integer(),
    closesAt: integer(),
    isEvent: integer({ mode: 'boolean' }).notNull(),
    isLeftOut: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.activity] })],
)

/** The days besides Sundays on which no office works. Written by `notices`. */
export const holidays = sqliteTable('holidays', { date: text().primaryKey(), name: text().notNull() })

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
    /** The part of an admission that a question belongs to; null for others. */
    phase: text({
      enum: ['register', 'form', 'documents', 'fee', 'scrutiny', 'merit', 'options', 'seat', 'admission', 'help'],
    }),
    /** When its words were last changed; null if never. */
    changedAt: integer(),
    /** When it was taken off the public pages; kept for the record. */
    withdrawnAt: integer(),
  },
  (t) => [index('notices_kind').on(t.kind, t.publishedAt)],
)
