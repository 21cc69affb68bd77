import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Facilitation centres, which check candidates of mode 2 and define the reach of their staff. Written by `directory`.
 */
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
  /** Can no longer be chosen; its history is kept. */
  closedAt: integer(),
})
