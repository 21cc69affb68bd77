import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'
import { staff } from './staff'

/**
 * The cell's settings: everything that differs between seasons. A row never changes: for each key the newest one in effect counts,
 * and its id is the version. Written by `content`.
 */
export const settings = sqliteTable(
  'settings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    /** JSON. */
    value: text().notNull(),
    /** The portal's clock. */
    effectiveAt: integer().notNull(),
    madeAt: integer().notNull(),
  },
  (t) => [index('settings_key').on(t.key, t.effectiveAt)],
)

/**
 * Proposed versions of settings, which another person approves or discards. `key` is `opening` for the opening of the
 * portal. At most one waits for each key. Written by `content`.
 */
export const settingProposals = sqliteTable(
  'setting_proposals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    /** JSON. */
    value: text().notNull(),
    /** When it is to take effect, by the portal's clock; null: once it is approved. */
    effectiveAt: integer(),
    /** The version that its author saw in force; 0 for the season's default. */
    base: integer().notNull(),
    /** The order of the authority, where the change needs one. */
    orderNumber: text(),
    /** The version that it became. */
    version: integer().references(() => settings.id),
    ...releaseColumns,
  },
  (t) => [uniqueIndex('setting_proposals_waiting').on(t.key).where(sql`state = 'prepared'`)],
)

/** What an admin has looked at, or a test has proved, while the portal was set up. Written by `content`. */
export const setUpMarks = sqliteTable('set_up_marks', {
  item: text().primaryKey(),
  at: integer().notNull(),
  by: integer()
    .notNull()
    .references(() => staff.id),
})

/**
 * Pictures that the cell has sent for its logo and letterhead. A row never changes; the setting `pictures` names those in
 * use. Written by `content`.
 */
export const cellPictures = sqliteTable('cell_pictures', {
  /** The beginning of the SHA-256 of the bytes. */
  mark: text().primaryKey(),
  /** `logo` or `letterhead`. */
  part: text().notNull(),
  mediaType: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: blob({ mode: 'buffer' }).notNull(),
  addedAt: integer().notNull(),
})

/** Public PDFs: downloads, and documents with a fixed address. Written by `content`. */
export const publicFiles = sqliteTable(
  'public_files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `ruleA.pdf`: the fixed address at which it is served; null for a download. */
    address: text(),
    titleEn: text().notNull(),
    titleMr: text().notNull(),
    hash: text().notNull(),
    bytes: integer().notNull(),
    publishedAt: integer().notNull(),
    /** When it was taken off the pages or replaced by a newer one. */
    withdrawnAt: integer(),
  },
  (t) => [index('public_files_address').on(t.address, t.withdrawnAt), index('public_files_hash').on(t.hash)],
)
