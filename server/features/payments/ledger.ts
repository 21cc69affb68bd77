import type { GatewayTry } from '../../adapters/payment-gateway/payment-gateway'
import { receiptNumber } from '../../domain/money/fees'
import {
  isOpenPayment,
  mayBecome,
  type PaymentStatus,
  statusByTries,
  type TryState,
} from '../../domain/money/payment-states'
import type { MessageTemplate } from '../../domain/portal/message-templates'
import { formatRupees } from '../../i18n/format'
import type { Instant } from '../../kernel/time'
import type { PaymentsDeps } from './deps'
import type { Payment } from './store'

/** The origin of the news: a webhook, our own query, or the candidate's browser with the gateway's signature. */
type Source = 'webhook' | 'asked' | 'return'

/** Why received money does not match the payment. */
type Doubt = 'amount' | 'currency' | 'reference' | 'payment-of-another-order'

/**
 * The only place that turns a gateway's news into our records. In any order and with any repetition, a due is paid
 * once: repeated news counts once, mismatched news never counts, and a second payment is refunded. Every verb runs
 * inside the caller's transaction.
 */
export function createLedger({ store, clock, course, onPaid, seat, log, ...deps }: PaymentsDeps) {
  const referenceOf = (id: number): string => receiptNumber(course.applicationIdPrefix + course.applicationIdYear, id)

  /** Moves a payment along the table of transitions; throws on any other move. */
  function move(payment: Payment, status: PaymentStatus, more: Parameters<typeof store.move>[3] = {}): void {
    if (!mayBecome(payment.status, status)) throw new Error(`payment ${payment.id}: ${payment.status} → ${status}`)
    store.move(payment.id, status, clock.portal(), more)
  }

  /** Amount and reference, as messages name them. */
  const sumOf = ({ id, amount }: Payment) => ({ amount: formatRupees(amount).slice(1), reference: referenceOf(id) })

  function tell(payment: Payment, template: MessageTemplate): void {
    deps.tell(payment.candidateId, template, sumOf(payment))
  }

  function giveBack(payment: Pick<Payment, 'id' | 'amount'>, reason: 'second-capture' | 'not-due'): void {
    const { id: paymentId, amount } = payment
    store.addRefund({ paymentId, amount, reason, nextAttemptAt: clock.real(), createdAt: clock.portal() })
  }

  function doubtOf(payment: Payment, told: GatewayTry): Doubt | null {
    if (told.amount !== payment.amount) return 'amount'
    if (told.currency !== 'INR') return 'currency'
    if (told.reference !== null && told.reference !== referenceOf(payment.id)) return 'reference'
    const known = store.byGatewayPayment(told.paymentId)
    return known && known.id !== payment.id && known.orderId !== null ? 'payment-of-another-order' : null
  }

  function capture(payment: Payment, told: GatewayTry): void {
    if (store.byGatewayPayment(told.paymentId)) return
    const now = clock.portal()
    const { candidateId, due, amount } = payment
    if (payment.status === 'captured' || payment.status === 'refunded') {
      // A second try of one order succeeded: a separate payment without an order, which is refunded.
      const twin = store.add({
        candidateId,
        due,
        amount,
        status: 'captured',
        orderId: null,
        gatewayPaymentId: told.paymentId,
        createdAt: payment.createdAt,
        changedAt: now,
        capturedAt: now,
      })
      giveBack(twin, 'second-capture')
      return
    }
    move(payment, 'captured', { gatewayPaymentId: told.paymentId, capturedAt: now, failure: null })
    if (store.isPaidOtherwise(payment)) giveBack(payment, 'second-capture')
    else if (due === 'seat-acceptance') captureForSeat(payment)
    else {
      onPaid(candidateId)
      tell(payment, 'payment-captured')
    }
  }

  /** Money for a seat that is gone meanwhile goes back. Source: rules §9.6. */
  function captureForSeat(payment: Payment): void {
    const { candidateId, createdAt } = payment
    if (!seat.isFeeWanted(candidateId, createdAt as Instant)) {
      giveBack(payment, 'not-due')
      return
    }
    onPaid(candidateId)
    seat.onPaid(candidateId, sumOf(payment))
  }

  /** The known states of every try of a payment: a finished one never runs again, and a captured one never fails. */
  function triesOf(payment: Payment): TryState[] {
    const weight: Record<TryState, number> = { running: 0, failed: 1, captured: 2, refunded: 3 }
    const known: Record<string, TryState> = {}
    for (const { payment: id, state } of store.tries(payment.id)) {
      const before = known[id]
      if (before === undefined || weight[state] > weight[before]) known[id] = state
    }
    return Object.values(known)
  }

  /** Sets the status of an open payment from its tries and its age. */
  function settle(payment: Payment, failure: string | null = null): void {
    const { status } = payment
    if (status !== 'created' && status !== 'pending') return
    const next = statusByTries(status, triesOf(payment), clock.portal() - payment.createdAt)
    if (next === status) return
    move(payment, next, { failure })
    if (next === 'failed') tell(payment, payment.due === 'seat-acceptance' ? 'seat-fee-failed' : 'payment-failed')
  }

  return {
    referenceOf,
    settle,
    move,
    tell,

    /** True if a try of this payment is running at the gateway, as far as we know. */
    isRunning: (payment: Payment): boolean => triesOf(payment).includes('running'),

    /** Applies the gateway's news of one try. `eventId`: news with the same one counts once. */
    apply(told: GatewayTry, eventId: string, source: Source): void {
      const payment = store.byOrder(told.orderId)
      const doubt = payment ? doubtOf(payment, told) : null
      const kind = !payment ? 'ignored' : doubt ? 'mismatch' : `try-${told.state}`
      const detail = JSON.stringify({
        source,
        payment: told.paymentId,
        ...(doubt && { doubt, amount: told.amount, currency: told.currency }),
        ...(!payment && { order: told.orderId }),
      })
      const isNews = store.addEvent({ paymentId: payment?.id ?? null, eventId, kind, detail, at: clock.portal() })
      if (!isNews || !payment) return
      if (doubt) {
        log.error({ payment: payment.id, gatewayPayment: told.paymentId, doubt }, 'payments: what was told is not ours')
        if (told.state === 'captured' && isOpenPayment(payment.status)) move(payment, 'failed', { failure: 'mismatch' })
      } else if (told.state === 'captured') capture(payment, told)
      else settle(payment, told.failure)
    },

    /** The candidate came back with the gateway's signature: a try is running, whatever its result. */
    cameBack(orderId: string, gatewayPaymentId: string): void {
      const payment = store.byOrder(orderId)
      const detail = JSON.stringify({ source: 'return', payment: gatewayPaymentId })
      const eventId = `returned:${gatewayPaymentId}`
      const at = clock.portal()
      if (
        !store.addEvent({
          paymentId: payment?.id ?? null,
          eventId,
          kind: payment ? 'try-running' : 'ignored',
          detail,
          at,
        })
      )
        return
      if (payment) settle(payment)
    },
  }
}
