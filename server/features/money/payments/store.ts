import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { moneyCounts } from '#db/schema/captured.ts'
import { paymentEvents, payments, refunds } from '#db/schema/payments.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import {
  lateQuestionAfter,
  lateUntil,
  type PaymentStatus,
  questionEvery,
  type ToldOfTry,
  type TryNews,
} from '#server/domain/terms/payment-states.ts'
import type { Instant } from '#server/kernel/time.ts'

export type Payment = typeof payments.$inferSelect
export type Refund = typeof refunds.$inferSelect
type PaymentEvent = typeof paymentEvents.$inferSelect
/** The candidate, for the gateway's checkout. */
type Payer = { userId: string; fullName: string; email: string; mobile: string }

/** News of a try. `begunAt`: when the try began; if the gateway did not say, when we heard of it. */
type NewsOfTry = ToldOfTry & { payment: string; begunAt: Instant }
type NewsRow = { kind: string; detail: string; at: Instant }

function newsOf({ kind, detail, at }: NewsRow): NewsOfTry {
  const {
    payment,
    refund = null,
    begunAt = at,
  } = JSON.parse(detail) as {
    payment: string
    refund?: string
    begunAt?: Instant
  }
  return { payment, refund, begunAt, news: kind.replace(/^(try|heard)-/, '') as TryNews }
}

export type PaymentsStore = ReturnType<typeof paymentsStore>

/**
 * The only writer of `payments`, `payment_events` and `refunds`. Everything is synchronous and joins the caller's
 * transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function paymentsStore({ orm, sqlite, remembered }: Database, gateway: string) {
  const undecided = sqlite.prepare<Record<string, number | string>, { id: number }>(`
    SELECT id FROM payments
    WHERE gateway = @gateway AND status IN ('created', 'pending')
      AND coalesce(checked_at, 0) + max(@least, min(@most, (@now - created_at) / @shareOfAge)) <= @real
    ORDER BY checked_at LIMIT @limit`)
  const decided = sqlite.prepare<Record<string, number | string>, { id: number }>(`
    SELECT id FROM payments
    WHERE gateway = @gateway AND status IN ('failed', 'expired', 'captured') AND created_at > @lateSince
      AND order_id IS NOT NULL AND coalesce(checked_at, 0) + max(@first, (@now - created_at) / 2) <= @real
    ORDER BY checked_at LIMIT @limit`)

  const begun = sqlite
    .prepare<[number], number | null>(`
      SELECT min(created_at) FROM payments
      WHERE candidate_id = ? AND due = 'application-fee' AND status IN ('created', 'pending', 'captured')`)
    .pluck()

  const newsRows = sqlite.prepare<[number], NewsRow>(
    `SELECT kind, detail, at FROM payment_events WHERE payment_id = ? AND (kind LIKE 'try-%' OR kind LIKE 'heard-%') ORDER BY id`,
  )
  const early = sqlite.prepare<[string, string, string], NewsRow>(
    `SELECT kind, detail, at FROM payment_events
    WHERE gateway = ? AND event_id >= ? AND event_id < ? AND payment_id IS NULL AND kind LIKE 'try-%' ORDER BY id`,
  )
  const paymentsBy = <Asked extends unknown[]>(condition: string) =>
    sqlite.prepare<Asked, Payment>(
      `SELECT id, candidate_id AS candidateId, due, amount, gateway, status, order_id AS orderId,
         gateway_payment_id AS gatewayPaymentId, failure, created_at AS createdAt, tried_at AS triedAt,
         changed_at AS changedAt, captured_at AS capturedAt, checked_at AS checkedAt
       FROM payments WHERE ${condition}`,
    )
  const byId = paymentsBy<[number]>('id = ?')
  const byOrder = paymentsBy<[string, string]>('gateway = ? AND order_id = ?')
  const byGatewayPayment = paymentsBy<[string, string]>('gateway = ? AND gateway_payment_id = ?')
  const ofCandidate = paymentsBy<[number]>('candidate_id = ? ORDER BY id DESC')
  const refundsOf = sqlite.prepare<[string], Refund>(
    `SELECT id, payment_id AS paymentId, amount, reason, status, gateway_refund_id AS gatewayRefundId, attempts,
       next_attempt_at AS nextAttemptAt, created_at AS createdAt, changed_at AS changedAt
     FROM refunds WHERE payment_id IN (SELECT value FROM json_each(?))`,
  )
  const told = (paymentId: number) => newsRows.all(paymentId).map(newsOf)

  return {
    payer: (candidateId: number): Payer =>
      orm
        .select({
          userId: candidates.userId,
          fullName: candidates.fullName,
          email: candidates.email,
          mobile: candidates.mobile,
        })
        .from(candidates)
        .where(eq(candidates.id, candidateId))
        .get()!,

    payment: (id: number): Payment | undefined => byId.get(id),

    /** When the candidate began the first payment of the application fee that still counts; null if there is none. */
    begunAt: (candidateId: number): number | null => begun.get(candidateId) ?? null,

    byOrder: (orderId: string): Payment | undefined => byOrder.get(gateway, orderId),

    byGatewayPayment: (gatewayPaymentId: string): Payment | undefined =>
      byGatewayPayment.get(gateway, gatewayPaymentId),

    /** Newest first. One page asks for them several times. */
    ofCandidate: remembered((candidateId: number): readonly Payment[] => ofCandidate.all(candidateId)),

    add: (row: Omit<Payment, 'id' | 'gateway' | 'checkedAt'>): Payment =>
      orm
        .insert(payments)
        .values({ ...row, gateway })
        .returning()
        .get()!,

    /** Ties an order to its payment, once; an existing tie stays. */
    setOrder: (id: number, orderId: string, checkedAt: Instant) =>
      void orm
        .update(payments)
        .set({ orderId, checkedAt })
        .where(and(eq(payments.id, id), isNull(payments.orderId)))
        .run(),

    move: (
      id: number,
      status: PaymentStatus,
      changedAt: Instant,
      more: Partial<Pick<Payment, 'gatewayPaymentId' | 'capturedAt' | 'failure' | 'amount' | 'triedAt'>> = {},
    ) =>
      void orm
        .update(payments)
        .set({ status, changedAt, ...more })
        .where(eq(payments.id, id))
        .run(),

    triedAt: (id: number, triedAt: number | null) =>
      void orm.update(payments).set({ triedAt }).where(eq(payments.id, id)).run(),

    checked: (id: number, checkedAt: Instant) =>
      void orm.update(payments).set({ checkedAt }).where(eq(payments.id, id)).run(),

    /** True if another payment of this due already counts. */
    isPaidOtherwise: ({ id, candidateId, due }: Pick<Payment, 'id' | 'candidateId' | 'due'>): boolean =>
      orm
        .select({ id: payments.id })
        .from(payments)
        .where(
          and(eq(payments.candidateId, candidateId), eq(payments.due, due), ne(payments.id, id), sql.raw(moneyCounts)),
        )
        .get() !== undefined,

    /** True if a payment of this due counts. */
    isPaid: (candidateId: number, due: DueName): boolean =>
      orm
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.candidateId, candidateId), eq(payments.due, due), sql.raw(moneyCounts)))
        .get() !== undefined,

    /** Undecided payments whose next query is due, longest waiting first. */
    undecided: (now: Instant, real: Instant, limit: number): number[] => {
      const { least, most, shareOfAge } = questionEvery
      return undecided.all({ gateway, limit, now, real, least, most, shareOfAge }).map(({ id }) => id)
    },

    /** Decided payments that may have received money since, and whose next query is due. */
    decided: (now: Instant, real: Instant, limit: number): number[] =>
      decided
        .all({ gateway, limit, now, real, first: lateQuestionAfter, lateSince: now - lateUntil })
        .map(({ id }) => id),

    /** Records an event; false if it was already recorded. */
    addEvent: (event: Pick<PaymentEvent, 'paymentId' | 'eventId' | 'kind' | 'detail' | 'at'>): boolean =>
      orm
        .insert(paymentEvents)
        .values({ ...event, gateway })
        .onConflictDoNothing()
        .run().changes === 1,

    /** The gateway's numbers of a payment's tries, in the order in which they were first heard of. */
    triesOf: (paymentId: number): string[] => [...new Set(told(paymentId).map((one) => one.payment))],

    /**
     * The news of one try of a payment, in the order received; that of a refund which came before any news of its try
     * was kept under the try's number.
     */
    newsOf: (paymentId: number, gatewayPaymentId: string): NewsOfTry[] => [
      ...told(paymentId).filter(({ payment }) => payment === gatewayPaymentId),
      ...early.all(gateway, `refund:${gatewayPaymentId}:`, `refund:${gatewayPaymentId};`).map(newsOf),
    ],

    addRefund: (row: Pick<Refund, 'paymentId' | 'amount' | 'reason' | 'nextAttemptAt' | 'createdAt'>) =>
      void orm
        .insert(refunds)
        .values({ ...row, status: 'requested', changedAt: row.createdAt })
        .onConflictDoNothing()
        .run(),

    /**
     * Claims the refund that has waited longest, for one attempt; unless it ends, it is due again at `nextAttemptAt`.
     */
    claimRefund(real: Instant, nextAttemptAt: (attempts: number) => Instant): Refund | undefined {
      const isDue = and(eq(refunds.status, 'requested'), sql`${refunds.nextAttemptAt} <= ${real}`)
      const next = orm.select().from(refunds).where(isDue).orderBy(refunds.nextAttemptAt).limit(1).get()
      if (!next) return undefined
      const attempts = next.attempts + 1
      return orm
        .update(refunds)
        .set({ attempts, nextAttemptAt: nextAttemptAt(attempts) })
        .where(and(eq(refunds.id, next.id), eq(refunds.attempts, next.attempts)))
        .returning()
        .get()
    },

    endRefund: (id: number, end: Pick<Refund, 'status' | 'gatewayRefundId' | 'changedAt'>) =>
      void orm.update(refunds).set(end).where(eq(refunds.id, id)).run(),

    /** Sends a refund that failed once more; the gateway says if it was made meanwhile. */
    askAgain: (id: number, nextAttemptAt: Instant) =>
      void orm.update(refunds).set({ status: 'requested', nextAttemptAt }).where(eq(refunds.id, id)).run(),

    refund: (id: number): Refund => orm.select().from(refunds).where(eq(refunds.id, id)).get()!,

    refundByGateway: (gatewayRefundId: string): Refund | undefined =>
      orm.select().from(refunds).where(eq(refunds.gatewayRefundId, gatewayRefundId)).get(),

    refundsOf: (paymentIds: readonly number[]): Refund[] =>
      paymentIds.length ? refundsOf.all(JSON.stringify(paymentIds)) : [],
  }
}
