import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facilitation centres: where candidates of mode 2 are checked, and what bounds their staff. Written by `directory`. */
export const facilitationCentres = sqliteTable('facilitation_centres', {
  /** `FC01`. */
  code: text().primaryKey(),
  nameEn: text().notNull(),
  nameMr: text().notNull(),
  /** `MH-pune`. */
  district: text().notNull(),
  region: text().notNull(),
  addressEn: text().notNull(),
  addressMr: text().notNull(),
  /** No longer to be chosen; what happened there stays. */
  closedAt: integer(),
})
