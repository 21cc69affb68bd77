import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What the cell has set: contacts, login links, fees. A row is never changed: of each key the newest that has taken
 * effect counts, and its id is the version. Written by `content`.
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

/** PDFs for everybody: downloads, and the documents that have an address of their own. Written by `content`. */
export const publicFiles = sqliteTable(
  'public_files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `ruleA.pdf`: the fixed address that it is served at; null for a download. */
    address: text(),
    titleEn: text().notNull(),
    titleMr: text().notNull(),
    hash: text().notNull(),
    bytes: integer().notNull(),
    publishedAt: integer().notNull(),
    /** Taken off the pages, or replaced by a newer one. */
    withdrawnAt: integer(),
  },
  (t) => [index('public_files_address').on(t.address, t.withdrawnAt), index('public_files_hash').on(t.hash)],
)
