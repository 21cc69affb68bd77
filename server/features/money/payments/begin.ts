import type { Checkout } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import { href } from '#server/domain/terms/href.ts'
import { isOpenPayment, undecidedAfter } from '#server/domain/terms/payment-states.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { type Ask, gatewayAway } from './ask'
import type { PaymentsDeps } from './deps'
import type { Dues } from './dues'
import type { Ledger } from './ledger'
import type { Payment } from './store'
import type { PaymentView, Views } from './views'

/** A candidate begins to pay, or goes on with it. Source: rules §4.4. */
export function createBegin(
  { db, store, gateway, clock, course, log, ...deps }: PaymentsDeps,
  { toBegin }: Dues,
  ledger: Ledger,
  { ask, isFresh }: Ask,
  { viewOf, mayContinue, ownPayment }: Views,
) {
  /** Orders in the making, so that two tabs wait for the same one. */
  const making = new Map<number, Promise<string | null>>()

  /** The order of a payment, made if there is none. Null if the gateway makes none now. */
  async function orderOf(payment: Payment): Promise<string | null> {
    if (payment.orderId !== null) return payment.orderId
    const make = async () => {
      const { id, amount } = payment
      const answer = await gateway.createOrder({ reference: ledger.referenceOf(id), amount })
      if (!answer.ok) {
        log.warn({ payment: id, reason: answer.reason }, 'payments: no order was made')
        return null
      }
      return db.transact(() => {
        store.setOrder(id, answer.value.orderId, clock.real())
        const { orderId } = store.payment(id)!
        const detail = JSON.stringify({ order: orderId })
        store.addEvent({ paymentId: id, eventId: `created:${id}`, kind: 'created', detail, at: clock.portal() })
        return orderId
      })
    }
    const running = making.get(payment.id) ?? make().finally(() => making.delete(payment.id))
    making.set(payment.id, running)
    return running
  }

  /**
   * Earlier attempts for this due may have been paid without our knowing. Refuses while one runs at the gateway, or
   * while the gateway does not answer.
   */
  async function askAboutEarlier(candidateId: number, due: DueName): Promise<Result<undefined>> {
    const earlier = store
      .ofCandidate(candidateId)
      .filter((payment) => payment.due === due && ['created', 'pending', 'failed', 'expired'].includes(payment.status))
    for (const payment of earlier) {
      if (!isFresh(payment) && !(await ask(payment))) return gatewayAway()
      const isRecent = clock.portal() - payment.createdAt < undecidedAfter
      if (isRecent && ledger.isRunning(payment)) return refuse('payment-pending', 409)
    }
    return ok()
  }

  /** The attempt to pay: the open one, or a new one. Runs in a transaction. */
  function openAttempt(candidateId: number, wanted: DueName, arrivedAt: Instant): Result<Payment> {
    const begins = toBegin(candidateId, wanted, arrivedAt)
    if (!begins.ok) return begins
    const due = begins.value
    const open = store
      .ofCandidate(candidateId)
      .find((payment) => payment.due === wanted && isOpenPayment(payment.status))
    if (open?.status === 'pending') return refuse('payment-pending', 409)
    if (open?.amount === due.amount) return ok(open)
    // The claims and so the fee have changed since; nobody has begun to pay the old amount.
    if (open) ledger.move(open, 'expired', { failure: 'replaced' })
    return ok(
      store.add({
        candidateId,
        due: wanted,
        amount: due.amount,
        status: 'created',
        orderId: null,
        gatewayPaymentId: null,
        triedAt: null,
        failure: null,
        // The deadline is compared with this instant, so a request counts from its arrival.
        createdAt: arrivedAt,
        changedAt: clock.portal(),
        capturedAt: null,
      }),
    )
  }

  function checkoutOf(payment: Payment, orderId: string): Checkout {
    const { fullName: name, email, mobile } = store.payer(payment.candidateId)
    return gateway.checkout({
      orderId,
      reference: ledger.referenceOf(payment.id),
      amount: payment.amount,
      payer: { name, email, mobile },
      title: course.courseShortTitle.en,
      returnTo: href(deps.linkBase(), 'payment/callback'),
    })
  }

  return {
    /** True while an order of this payment is being made. */
    isMaking: (id: number): boolean => making.has(id),

    verbs: {
      /**
       * Begins to pay a due, or continues the open attempt: two tabs and a double click get the same order. Refusals:
       * `nothing-due`, `payment-pending` (409), `gateway-away` (503), and any reason against editing the form.
       * `arrivedAt` is compared with the deadline.
       */
      async begin(
        candidateId: number,
        due: DueName,
        arrivedAt: Instant = clock.portal(),
      ): Promise<Result<{ payment: PaymentView; checkout: Checkout }>> {
        const asked = await askAboutEarlier(candidateId, due)
        if (!asked.ok) return asked
        const attempt = db.transact(() => openAttempt(candidateId, due, arrivedAt))
        if (!attempt.ok) return attempt
        const orderId = await orderOf(attempt.value)
        if (orderId === null) return gatewayAway()
        const payment = store.payment(attempt.value.id)!
        return ok({ payment: viewOf(payment, undefined), checkout: checkoutOf(payment, orderId) })
      },

      /** The checkout of an open attempt; null if it is not open, or not the candidate's. */
      checkout(candidateId: number, id: number): { payment: PaymentView; checkout: Checkout } | null {
        const payment = ownPayment(candidateId, id)
        // An attempt that was opened in time is no way around the deadline.
        if (!payment?.orderId || !mayContinue(payment)) return null
        return { payment: viewOf(payment, undefined), checkout: checkoutOf(payment, payment.orderId) }
      },
    },
  }
}

export type Begin = ReturnType<typeof createBegin>
