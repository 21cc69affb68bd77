import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Paise } from '#server/kernel/money.ts'

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
  phone: text(),
  /** Latitude and longitude: `18.5204,73.8567`. */
  place: text(),
  directionsEn: text(),
  directionsMr: text(),
  /** When its facts were last changed; null if never. */
  changedAt: integer(),
  /** Can no longer be chosen; its history is kept. */
  closedAt: integer(),
})

/**
 * An institute besides its seats; null where it is not known. Its English name, status, autonomy and minority are in the
 * seat matrix. Written by `directory`.
 */
export const institutes = sqliteTable('institutes', {
  /** As in the seat matrix. */
  code: text().primaryKey(),
  nameMr: text(),
  address: text(),
  addressMr: text(),
  phone: text(),
  email: text(),
  website: text(),
  hostel: text(),
  /** Latitude and longitude: `18.5204,73.8567`. */
  place: text(),
  directionsEn: text(),
  directionsMr: text(),
  /** When its facts were last changed; null if never. */
  changedAt: integer(),
  /** JSON: the codes of its facilities, in order. */
  facilities: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
})

/**
 * The bank account to which the cell passes an institute's part of the seat-acceptance fees. Only the cell and the
 * institute itself read it. Written by `directory`.
 */
export const instituteAccounts = sqliteTable('institute_accounts', {
  /** As in the seat matrix. */
  code: text().primaryKey(),
  holder: text().notNull(),
  number: text().notNull(),
  ifsc: text().notNull(),
  bank: text().notNull(),
  branch: text().notNull(),
})

/** What a year at a choice code costs, paid to the institute. Written by `directory`. */
export const courseFees = sqliteTable('course_fees', {
  choiceCode: text().primaryKey(),
  annualFee: integer().$type<Paise>().notNull(),
})
