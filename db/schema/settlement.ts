import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Paise } from '#server/kernel/money.ts'
import { payments } from './payments'
import { staff } from './staff'

/** A settlement file of the gateway, imported once. Written by `settlement`. */
export const settlementFiles = sqliteTable(
  'settlement_files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** sha-256 of its bytes, hexadecimal. */
    hash: text().notNull(),
    name: text().notNull(),
    /** How many of its lines were new, and are in `settlement_lines`. */
    lines: integer().notNull().default(0),
    importedAt: integer().notNull(),
    importedBy: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [uniqueIndex('settlement_files_hash').on(t.hash)],
)

/** A line of a settlement file, and what it was matched with. Amounts are paise. Written by `settlement`. */
export const settlementLines = sqliteTable(
  'settlement_lines',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    fileId: integer()
      .notNull()
      .references(() => settlementFiles.id),
    /** The line of the file, from 1. */
    line: integer().notNull(),
    /** The gateway's own number of the payment, refund or adjustment. */
    entityId: text().notNull(),
    /** `payment`, `refund`, or another of the gateway's words. */
    type: text().notNull(),
    debit: integer().$type<Paise>().notNull(),
    credit: integer().$type<Paise>().notNull(),
    amount: integer().$type<Paise>().notNull(),
    fee: integer().$type<Paise>().notNull(),
    tax: integer().$type<Paise>().notNull(),
    currency: text().notNull(),
    settledAt: integer().notNull(),
    settlementId: text().notNull(),
    /** The number of the transfer in the bank's statement. */
    utr: text().notNull(),
    /** The gateway's payment that a refund returns. */
    refundedPayment: text(),
    orderId: text(),
    /** Our reference, as the gateway repeats it. */
    receipt: text(),
    /** Ours; null if there is none. */
    paymentId: integer().references(() => payments.id),
    /** `elsewhere`: a line of another portal that uses the same account. */
    state: text({ enum: ['matched', 'queued', 'resolved', 'elsewhere'] }).notNull(),
    /** Why it was queued; kept when it is resolved. */
    doubt: text(),
    reason: text(),
    resolvedAt: integer(),
    resolvedBy: integer().references(() => staff.id),
  },
  (t) => [
    uniqueIndex('settlement_lines_entity').on(t.entityId),
    index('settlement_lines_state').on(t.state, t.id),
    index('settlement_lines_file').on(t.fileId, t.state),
    index('settlement_lines_payment').on(t.paymentId),
  ],
)
