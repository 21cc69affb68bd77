import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The identity of this database: one row, never changed. The marker file beside it agrees. Written by `identity`. */
export const portalIdentity = sqliteTable('portal_identity', {
  /** Random, and unchanged by a restore. */
  id: text().primaryKey(),
  /** The slug of the course profile. */
  profile: text().notNull(),
  /** `2024-2025`. */
  academicYear: text().notNull(),
  /** The machine's clock. */
  createdAt: integer().notNull(),
})

/**
 * The epochs of the portal: the first begins with the database, and each restore begins another. Numbers given to
 * outside systems carry the tag of the epoch in which they were made. Written by `identity`.
 */
export const portalEpochs = sqliteTable('portal_epochs', {
  /** 1 for the first. */
  number: integer().primaryKey(),
  /** Random, so that two restores of one backup begin different epochs. */
  tag: text().notNull().unique(),
  /** The machine's clock. */
  begunAt: integer().notNull(),
  /** When the restored backup was made, by the portal's clock: the end of the previous epoch. Null for the first. */
  cutAt: integer(),
  /** The largest id of each numbered table at the start of the epoch: JSON. */
  after: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
})
