import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'
import { staff } from './staff'

/** The message box: messages to a candidate, separate from their delivery. Written by `inbox`. */
export const inboxMessages = sqliteTable(
  'inbox_messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    template: text().notNull(),
    language: text({ enum: ['en', 'mr'] }).notNull(),
    /** Values for the template: JSON. Never a secret. */
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The portal's clock. */
    at: integer().notNull(),
    readAt: integer(),
  },
  (t) => [
    index('inbox_candidate').on(t.candidateId, t.id),
    index('inbox_unread').on(t.candidateId).where(sql`read_at IS NULL`),
  ],
)

/** Feedback on the portal. Written by `inbox`. */
export const feedback = sqliteTable(
  'feedback',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for a visitor, of whom nothing else is kept. */
    candidateId: integer().references(() => candidates.id),
    about: text().notNull(),
    /** 1 (bad) to 5 (good). */
    rating: integer().notNull(),
    text: text(),
    at: integer().notNull(),
  },
  (t) => [
    index('feedback_candidate').on(t.candidateId, t.id),
    index('feedback_rating').on(t.rating, t.id),
    index('feedback_about').on(t.about, t.id),
  ],
)

/**
 * Messages from the cell to many candidates: prepared by one person, released by another, sent in pieces. Written by
 * `bulk-messages`.
 */
export const bulkMessages = sqliteTable('bulk_messages', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The audience; null for everybody. */
  stage: text(),
  type: text(),
  category: text(),
  district: text(),
  segment: text(),
  institute: text(),
  /** The candidates of a pasted list, as a JSON array. */
  listed: text(),
  bySms: integer({ mode: 'boolean' }).notNull(),
  byWhatsapp: integer({ mode: 'boolean' }).notNull(),
  byEmail: integer({ mode: 'boolean' }).notNull(),
  titleEn: text().notNull(),
  titleMr: text().notNull(),
  bodyEn: text().notNull(),
  bodyMr: text().notNull(),
  smsEn: text(),
  smsMr: text(),
  ...releaseColumns,
  /** Not before this instant; null: as soon as it is released. */
  sendAt: integer(),
  /** The candidates that it would have reached when it was prepared. */
  counted: integer(),
  /** The last candidate processed; written in one transaction with the rows of the outbox. */
  sentUpTo: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  finishedAt: integer(),
  /** Who stopped it half-way, and when. */
  stoppedAt: integer(),
  stoppedBy: integer().references(() => staff.id),
})

/** Banners shown above every page for a while. Written by `service-banner`. */
export const serviceBanners = sqliteTable('service_banners', {
  id: integer().primaryKey({ autoIncrement: true }),
  tone: text({ enum: ['info', 'warn'] }).notNull(),
  textEn: text().notNull(),
  textMr: text().notNull(),
  opensAt: integer().notNull(),
  closesAt: integer().notNull(),
})
