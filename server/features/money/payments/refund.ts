import { mayGiveBack } from '#server/domain/terms/payment-states.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { hours, type Instant, minutes, plus } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import type { Ledger } from './ledger'
import type { Refund } from './store'

/** After each failed attempt the wait is four times as long: from one minute to six hours. */
const refundAgain = (attempts: number, now: Instant): Instant =>
  plus(now, Math.min(minutes(1) * 4 ** (attempts - 1), hours(6)))

/** A job: sends each refund once; the gateway recognises it by its key. */
export const refundDue =
  ({ db, store, gateway, clock, log, refundKey }: PaymentsDeps, ledger: Ledger) =>
  async (): Promise<void> => {
    /** A refund that the gateway made and lost is not this one: the key of a new one names it. */
    const keyOf = ({ id, paymentId, gatewayRefundId }: Refund) =>
      [`refund-${ledger.referenceOf(paymentId)}-${refundKey(id)}`, gatewayRefundId?.slice(-4)].filter(Boolean).join('-')
    for (;;) {
      const now = clock.real()
      const refund = store.claimRefund(now, (attempts) => refundAgain(attempts, now))
      if (!refund) return
      const payment = store.payment(refund.paymentId)!
      const answer = await gateway.refund({
        paymentId: payment.gatewayPaymentId!,
        amount: refund.amount,
        key: keyOf(refund),
      })
      if (!answer.ok) log.error({ refund: refund.id, reason: answer.reason }, 'payments: a refund was not made')
      db.transact(() => {
        if (store.refund(refund.id).status !== 'requested') return
        if (answer.ok) ledger.endRefund(refund, answer.value.refundId)
        else if (answer.refused)
          store.endRefund(refund.id, { status: 'failed', gatewayRefundId: null, changedAt: clock.portal() })
      })
    }
  }

/** Refunds that two people of the cell begin. Source: rules §9.6. */
export function createDeskRefunds(
  { store, clock, application, seatAcceptance }: PaymentsDeps,
  ledger: Pick<Ledger, 'giveBack'>,
) {
  /**
   * May the desk begin to give the money of a payment back, for the first time or again after it failed? Refusals:
   * `refund-under-way`, `refund-made`, `refund-no-money`, `refund-seat-held` (409).
   */
  function refundable(paymentId: number): Result<'first' | 'again'> {
    const { candidateId, due, status } = store.payment(paymentId)!
    const [refund = null] = store.refundsOf([paymentId])
    const completesSeat = due === 'seat-acceptance' && seatAcceptance.isHeld(candidateId)
    return mayGiveBack({ status, refund, completesSeat })
  }

  return {
    refundable,

    /** Gives the money of a payment back in full; the job sends it. Joins the transaction. Refusals: as above. */
    giveBackByDesk(paymentId: number): Result<undefined> {
      const may = refundable(paymentId)
      if (!may.ok) return may
      const payment = store.payment(paymentId)!
      if (may.value === 'again') store.askAgain(store.refundsOf([paymentId])[0]!.id, clock.real())
      else ledger.giveBack(payment, 'by-desk')
      application.reconsider(payment.candidateId)
      return ok()
    },
  }
}
