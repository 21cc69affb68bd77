import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The cell's settings: contacts, login links, fees. A row never changes: for each key the newest one in effect counts,
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
