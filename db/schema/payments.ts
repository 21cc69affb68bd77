import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Paise } from '#server/kernel/money.ts'
import { candidates } from './accounts'
import { releaseColumns } from './release'

/** One attempt to pay one due. Amounts are paise. Written by `payments`. */
export const payments = sqliteTable(
  'payments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    due: text({ enum: ['application-fee', 'difference-fee', 'conversion-fee', 'seat-acceptance'] }).notNull(),
    amount: integer().$type<Paise>().notNull(),
    gateway: text().notNull(),
    status: text({ enum: ['created', 'pending', 'captured', 'failed', 'expired', 'refunded'] }).notNull(),
    /** The gateway's order; null until the gateway has answered. */
    orderId: text(),
    gatewayPaymentId: text(),
    /** The reason for a failure, or for money that goes back, as a code: the gateway's, or one of `payment-states`. */
    failure: text(),
    createdAt: integer().notNull(),
    /**
     * When the try that runs, or that brought the money, began, by the gateway's clock; null before a try. The earliest
     * one if several run.
     */
    triedAt: integer(),
    /** When the status last changed. */
    changedAt: integer().notNull(),
    capturedAt: integer(),
    /** When the gateway was last asked about it. */
    checkedAt: integer(),
  },
  (t) => [
    index('payments_candidate').on(t.candidateId),
    index('payments_open').on(t.status, t.createdAt),
    uniqueIndex('payments_order').on(t.gateway, t.orderId),
    uniqueIndex('payments_gateway_payment').on(t.gateway, t.gatewayPaymentId),
  ],
)

/** Events reported by a gateway, once each; the page with a payment's true state reads them. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    paymentId: integer().references(() => payments.id),
    gateway: text().notNull(),
    /** The gateway's own id of the event, so that a repeated one counts once. Made by us if the gateway gives none. */
    eventId: text().notNull(),
    /**
     * `created`: our order. `try-…`: news of a try that taught us something (`tryNews`), `heard-…`: news that did not.
     * `part-refunded`: a part went back.
     * `mismatch`: money that is not the order's. `ignored`: about no payment of ours.
     */
    kind: text().notNull(),
    /** The event's content, without personal data, for the log. */
    detail: text().notNull().default('{}'),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex('payment_events_once').on(t.gateway, t.eventId), index('payment_events_payment').on(t.paymentId)],
)

/** Refunds. One for each payment and reason; its id is the gateway's idempotency key. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    amount: integer().$type<Paise>().notNull(),
    reason: text({ enum: ['second-capture', 'not-due', 'mismatch', 'by-hand', 'by-desk'] }).notNull(),
    status: text({ enum: ['requested', 'done', 'failed'] }).notNull(),
    gatewayRefundId: text(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    createdAt: integer().notNull(),
    changedAt: integer().notNull(),
  },
  (t) => [uniqueIndex('refunds_once').on(t.paymentId, t.reason), index('refunds_open').on(t.status, t.nextAttemptAt)],
)

/**
 * A refund that the desk begins: one person prepares it, and once another has released it the refund is in `refunds`.
 * Written by `refund-requests`.
 */
export const refundRequests = sqliteTable(
  'refund_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** The whole sum of the payment. */
    amount: integer().$type<Paise>().notNull(),
    reason: text().notNull(),
    ...releaseColumns,
  },
  (t) => [
    uniqueIndex('refund_requests_open').on(t.paymentId).where(sql`state = 'prepared'`),
    index('refund_requests_state').on(t.state),
  ],
)
