import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Paise } from '#server/kernel/money.ts'
import { candidates } from './accounts'
import { staff } from './staff'

/**
 * A cancelled admission, final at once, and the institute's record of the money and originals returned.
 * Amounts are paise. Written by `cancellation`.
 */
export const cancellations = sqliteTable(
  'cancellations',
  {
    candidateId: integer()
      .primaryKey()
      .references(() => candidates.id),
    /** The case's number, by which the public list of late returns names it. */
    caseNumber: integer().notNull(),
    round: integer().notNull(),
    choiceCode: text().notNull(),
    instituteCode: text().notNull(),
    reason: text().notNull(),
    requestedAt: integer().notNull(),
    paid: integer().$type<Paise>(),
    deposit: integer().$type<Paise>(),
    charge: integer().$type<Paise>(),
    /** bank-transfer, cheque, demand-draft or nothing-paid. */
    mode: text(),
    /** The number of the transfer, cheque or draft. */
    number: text(),
    returnedAt: integer(),
    recordedBy: integer().references(() => staff.id),
    /** When the candidate said that the money has reached them; null until then. */
    receivedAt: integer(),
  },
  (t) => [
    uniqueIndex('cancellations_case').on(t.caseNumber),
    index('cancellations_institute').on(t.instituteCode, t.requestedAt),
    index('cancellations_requested').on(t.requestedAt),
  ],
)
