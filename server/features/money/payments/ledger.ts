import type { GatewayRefund, GatewayTry } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { type DueName, receiptNumber } from '#server/domain/money/fees.ts'
import {
  fateOf,
  knownOf,
  mayBecome,
  type PaymentStatus,
  type RefundReason,
  statusByTries,
  type ToldOfTry,
  type TryKnown,
  type TryNews,
  tryTable,
  whyBack,
} from '#server/domain/terms/payment-states.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { paiseWritten } from '#server/kernel/money.ts'
import { earliest, type Instant } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import type { Dues } from './dues'
import type { Payment, Refund } from './store'

/** The origin of the news: a webhook, our own query, or the candidate's browser with the gateway's signature. */
type Source = 'webhook' | 'asked' | 'return'

/** Why received money is not the payment that we asked for. */
type Doubt = 'amount' | 'reference'
/** Why news of a try does not concern its order at all: we cannot book it, or hold it for another order. */
type Foreign = 'currency' | 'payment-of-another-order'

declare const own: unique symbol
/** News of a try that does concern its order. Only `ownTry` makes one, and only such news reaches the books. */
type OwnTry = GatewayTry & { readonly [own]: true }

/**
 * The only place that turns a gateway's news into our records, by the tables of `payment-states`. In any order and with
 * any repetition, a due is paid once: repeated news counts once, and money that does not match, comes twice or is of no
 * use goes back. Every verb runs inside the caller's transaction. Source: rules §4.3.
 */
export function createLedger(
  { store, clock, course, application, seatAcceptance, log, ...deps }: PaymentsDeps,
  dues: Pick<Dues, 'moneyUse' | 'afterOf'>,
) {
  const referenceOf = (id: number): string => receiptNumber(course.applicationIdPrefix + course.applicationIdYear, id)

  /** Moves a payment along the table of transitions; throws on any other move. */
  function move(payment: Payment, status: PaymentStatus, more: Parameters<typeof store.move>[3] = {}): void {
    if (!mayBecome(payment.status, status)) throw new Error(`payment ${payment.id}: ${payment.status} → ${status}`)
    store.move(payment.id, status, clock.portal(), more)
  }

  /** Amount and reference, as messages name them. */
  const sumOf = ({ id, amount }: Pick<Payment, 'id' | 'amount'>) => ({
    amount: formatRupees(amount).slice(1),
    reference: referenceOf(id),
  })

  function tell(payment: Payment, template: MessageTemplate, more: (language: Language) => object = () => ({})): void {
    deps.tell(payment.candidateId, template, (language) => ({ ...sumOf(payment), ...more(language) }))
  }

  function giveBack({ id: paymentId, amount }: Pick<Payment, 'id' | 'amount'>, reason: RefundReason): void {
    store.addRefund({ paymentId, amount, reason, nextAttemptAt: clock.real(), createdAt: clock.portal() })
  }

  function doubtOf(payment: Payment, told: GatewayTry): Doubt | null {
    // An order that has brought another sum once is not trusted again.
    if (told.amount !== payment.amount || payment.failure === 'mismatch') return 'amount'
    return told.reference !== null && told.reference !== referenceOf(payment.id) ? 'reference' : null
  }

  /** The only way to the books: the news itself if it concerns this payment, otherwise why it does not. */
  function ownTry({ id }: Payment, told: GatewayTry, held: Payment | undefined): OwnTry | Foreign {
    if (held && held.id !== id && held.orderId !== null) return 'payment-of-another-order'
    return told.currency === 'INR' ? (told as OwnTry) : 'currency'
  }

  /** What the log of a payment says of foreign news. */
  const foreignDetail = (foreign: Foreign, { amount, currency }: GatewayTry) => ({ doubt: foreign, amount, currency })

  /** Foreign news changes nothing, but for an open payment whose order was paid in another currency. */
  function refuseForeign(payment: Payment, told: GatewayTry, foreign: Foreign, held: Payment | undefined): void {
    log.error({ payment: payment.id, gatewayPayment: told.paymentId, doubt: foreign }, notOurs)
    if (foreign === 'currency' && told.state === 'captured' && !held && mayBecome(payment.status, 'failed'))
      move(payment, 'failed', { failure: 'mismatch' })
  }

  /** Books money that came, and decides by the table what becomes of it. */
  function take(payment: Payment, told: OwnTry, begunAt: Instant): void {
    const now = clock.portal()
    const { candidateId, due } = payment
    const amount = paiseWritten(told.amount)
    const doubt = doubtOf(payment, told)
    if (doubt) log.error({ payment: payment.id, gatewayPayment: told.paymentId, doubt }, notOurs)
    // A second try of one order that was paid is a payment of its own, without an order.
    const isSecond = payment.status === 'captured' || payment.status === 'refunded'
    const use = dues.moneyUse(payment, begunAt)
    const isPaidOtherwise =
      !(use === 'wanted' && isPaidInParts(due)) &&
      store.isPaidOtherwise({ id: isSecond ? 0 : payment.id, candidateId, due })
    const fate = fateOf({ isMatching: doubt === null, isPaidOtherwise, use })
    const booked = {
      amount,
      gatewayPaymentId: told.paymentId,
      capturedAt: now,
      triedAt: begunAt,
      failure: fate.kept ? null : fate.why,
    }
    if (!isSecond) move(payment, 'captured', booked)
    const { createdAt } = payment
    const { id } = isSecond
      ? store.add({ candidateId, due, status: 'captured', orderId: null, createdAt, changedAt: now, ...booked })
      : payment
    if (!fate.kept) {
      giveBack({ id, amount }, fate.reason)
      return
    }
    application.reconsider(candidateId)
    if (due === 'seat-acceptance') seatAcceptance.paid(candidateId, sumOf({ id, amount }))
    else
      deps.tell(candidateId, 'payment-captured', (language) => ({
        ...sumOf({ id, amount }),
        next: deps.nextInWords(candidateId, language),
      }))
  }

  /** Records that the gateway has returned a booked payment. Without the refund's id, the job asks for it. */
  function returned(payment: Payment, gatewayRefundId: string | null): void {
    const [refund] = store.refundsOf([payment.id])
    if (refund?.status === 'done') return
    if (gatewayRefundId !== null) recordRefund(payment.id, gatewayRefundId)
    else if (!refund) {
      giveBack(payment, 'by-hand')
      application.reconsider(payment.candidateId)
    } else if (refund.status === 'failed') store.askAgain(refund.id, clock.real())
  }

  /** See `Payments.recordRefund`. */
  function recordRefund(paymentId: number, gatewayRefundId: string): void {
    const payment = store.payment(paymentId)!
    if (store.refundsOf([paymentId]).length === 0) giveBack(payment, 'by-hand')
    const refund = store.refundsOf([paymentId]).find(({ status }) => status !== 'done')!
    endRefund(refund, gatewayRefundId)
  }

  /** The gateway could not return the money: the register of refunds shows it to the cell. */
  function failRefund(gatewayRefundId: string): void {
    const refund = store.refundByGateway(gatewayRefundId)
    if (!refund) return
    store.endRefund(refund.id, { status: 'failed', gatewayRefundId, changedAt: clock.portal() })
    log.error({ refund: refund.id }, refundFailed)
  }

  /** The money has gone back: the payment no longer counts, and the candidate is told why. */
  function endRefund(refund: Refund, gatewayRefundId: string): void {
    const payment = store.payment(refund.paymentId)!
    const changedAt = clock.portal()
    const { gatewayPaymentId } = payment
    const hasFailed = store
      .newsOf(payment.id, gatewayPaymentId!)
      .some(({ news, refund: failed }) => news === 'refund-failed' && failed === gatewayRefundId)
    store.endRefund(refund.id, { status: hasFailed ? 'failed' : 'done', gatewayRefundId, changedAt })
    if (payment.status !== 'refunded') move(payment, 'refunded')
    application.reconsider(payment.candidateId)
    if (hasFailed) log.error({ refund: refund.id }, refundFailed)
    else if (refund.reason === 'by-hand') tell(payment, 'refund-by-hand')
    else tellReturned(payment, refund)
  }

  function tellReturned(payment: Payment, refund: Refund): void {
    const why = whyBack({ failure: payment.failure, refund: { ...refund, status: 'done' } })
    tell(payment, 'refund-made', (language) => ({ why: translate(language, `payments:why.${why!}` as TextKey) }))
  }

  /** What is known of one try: by the books if its money is in them, otherwise by what was told. */
  const knowledge = (held: Payment | undefined, told: readonly ToldOfTry[]): TryKnown =>
    held ? heldAs(held) : notHeld(knownOf(told))

  /** What is known of each try of a payment. */
  const triesOf = (payment: Payment): { known: TryKnown; begunAt: Instant }[] =>
    store.triesOf(payment.id).map((gatewayPaymentId) => {
      const told = store.newsOf(payment.id, gatewayPaymentId)
      const known = knowledge(store.byGatewayPayment(gatewayPaymentId), told)
      return { known, begunAt: Math.min(...told.map(({ begunAt }) => begunAt)) as Instant }
    })

  /** Sets the status of an open payment from its tries and its age. */
  function settle(payment: Payment, failure: string | null = null): void {
    const { status } = payment
    if (status !== 'created' && status !== 'pending') return
    const tries = triesOf(payment)
    const next = statusByTries(
      status,
      tries.map(({ known }) => known),
      clock.portal() - payment.createdAt,
    )
    const running = tries.filter(({ known }) => known === 'running').map(({ begunAt }) => begunAt)
    const triedAt = next.status === 'pending' ? earliest(...running) : payment.triedAt
    if (next.status === status) {
      if (triedAt !== payment.triedAt) store.triedAt(payment.id, triedAt)
      return
    }
    move(payment, next.status, { failure: next.code === 'unpaid' ? null : (next.code ?? failure), triedAt })
    if (next.status === 'failed') tellFailed(payment, next.code === 'returned')
  }

  function tellFailed(payment: Payment, isReturned: boolean): void {
    const { candidateId, due } = payment
    const after = dues.afterOf(candidateId, due)
    tell(payment, due === 'seat-acceptance' ? 'seat-fee-failed' : 'payment-failed', (language) => ({
      known: translate(language, `payments:told.${isReturned ? 'returned' : 'failed'}`),
      next: translate(language, `payments:told.${after}`),
    }))
  }

  /** Applies one piece of news of a try to its order's payment. */
  function hear(payment: Payment, told: GatewayTry, eventId: string, source: Source): void {
    const news = told.state
    const held = store.byGatewayPayment(told.paymentId)
    const own = ownTry(payment, told, held)
    const isForeign = typeof own === 'string'
    const before = knowledge(held, store.newsOf(payment.id, told.paymentId))
    // Asked now, the gateway has money that it said it returned: the return failed.
    const isBack = source === 'asked' && before === 'refunded' && news === 'captured' && !held
    const heard: TryNews = isBack ? 'refund-failed' : news
    const begunAt = earliest(told.begunAt, clock.portal()) as Instant
    const isNew = heard === 'refund-failed' || tryTable[before][heard].known !== before
    const detail = JSON.stringify({
      source,
      payment: told.paymentId,
      begunAt,
      ...(isForeign && foreignDetail(own, told)),
    })
    const kind = isForeign ? 'mismatch' : `${isNew ? 'try' : 'heard'}-${heard}`
    if (!store.addEvent({ paymentId: payment.id, eventId, kind, detail, at: clock.portal() })) return
    if (isForeign) {
      refuseForeign(payment, told, own, held)
      return
    }
    const all = store.newsOf(payment.id, told.paymentId)
    const after = held ? tryTable[before][heard].known : knownOf(all)
    if (!held && after === 'captured') {
      // Only a report of the try itself says how much has come; after a failed return the next question finds it.
      if (own.state === 'captured') take(payment, own, earliest(...all.map((one) => one.begunAt)) as Instant)
    } else if (held && before === 'captured' && after === 'refunded') returned(held, null)
    else settle(payment, told.failure)
  }

  return {
    referenceOf,
    settle,
    move,
    endRefund,
    recordRefund,
    giveBack,

    /** True if a try of this payment is running at the gateway, as far as we know. */
    isRunning: (payment: Payment): boolean => triesOf(payment).some(({ known }) => known === 'running'),

    /** Applies the gateway's news of one try. `eventId`: news with the same one counts once. */
    apply(told: GatewayTry, eventId: string, source: Source): void {
      const payment = store.byOrder(told.orderId)
      if (payment) {
        hear(payment, told, eventId, source)
        return
      }
      const detail = JSON.stringify({ source, payment: told.paymentId, order: told.orderId })
      store.addEvent({ paymentId: null, eventId, kind: 'ignored', detail, at: clock.portal() })
    },

    /** Applies the gateway's news of a refund. A part of a payment changes nothing: the settlement shows it. */
    applyRefund({ refundId, paymentId, amount, isFailed, told }: GatewayRefund, eventId: string): void {
      const at = clock.portal()
      const held = store.byGatewayPayment(paymentId)
      const payment = held ?? (told ? store.byOrder(told.orderId) : undefined)
      const whole = held?.amount ?? told?.amount ?? amount
      const news: TryNews = isFailed ? 'refund-failed' : 'refunded'
      const own = payment && told && ownTry(payment, told, held)
      const isForeign = typeof own === 'string'
      const foreign = isForeign && foreignDetail(own, told!)
      const detail = JSON.stringify({ source: 'webhook', payment: paymentId, refund: refundId, amount, ...foreign })
      if (!isFailed && amount < whole) {
        store.addEvent({ paymentId: payment?.id ?? null, eventId, kind: 'part-refunded', detail, at })
        return
      }
      // News of a refund may come before any of its payment: it is found again by the payment's number.
      const isNews = store.addEvent({
        paymentId: payment?.id ?? null,
        eventId: `refund:${paymentId}:${refundId}:${news}`,
        kind: isForeign ? 'mismatch' : `try-${news}`,
        detail,
        at,
      })
      if (!isNews) return
      if (isForeign) refuseForeign(payment!, told!, own, held)
      else if (!held) {
        if (payment && own) settleReturned(payment, own)
      } else if (isFailed) failRefund(refundId)
      else returned(held, refundId)
    },

    /** The candidate came back with the gateway's signature: a try is running, whatever its result. */
    cameBack(orderId: string, gatewayPaymentId: string): void {
      const payment = store.byOrder(orderId)
      const at = clock.portal()
      const detail = JSON.stringify({ source: 'return', payment: gatewayPaymentId, begunAt: at })
      const eventId = `returned:${gatewayPaymentId}`
      const kind = payment ? 'try-running' : 'ignored'
      if (!store.addEvent({ paymentId: payment?.id ?? null, eventId, kind, detail, at })) return
      if (payment) settle(payment)
    },
  }

  /** After news of a refund of a try that brought no money yet. */
  function settleReturned(payment: Payment, told: OwnTry): void {
    const all = store.newsOf(payment.id, told.paymentId)
    if (knownOf(all) === 'captured' && told.state === 'captured')
      take(payment, told, earliest(told.begunAt, clock.portal()) as Instant)
    else settle(payment)
  }
}

const notOurs = 'payments: what was told is not ours'
const refundFailed = 'payments: the gateway could not return the money'

/** Fees that may fall due again after a part of them was paid. */
const isPaidInParts = (due: DueName): boolean => due === 'difference-fee' || due === 'conversion-fee'

/** What is known of a try whose money is in the books. */
const heldAs = ({ status }: Payment): TryKnown => (status === 'refunded' ? 'refunded' : 'captured')

/** Money that was told of but is not in the books is still to come. */
const notHeld = (known: TryKnown): TryKnown => (known === 'captured' ? 'running' : known)

export type Ledger = ReturnType<typeof createLedger>
