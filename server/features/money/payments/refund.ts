import { hours, type Instant, minutes, plus } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import type { Ledger } from './ledger'

/** After each failed attempt the wait is four times as long: from one minute to six hours. */
const refundAgain = (attempts: number, now: Instant): Instant =>
  plus(now, Math.min(minutes(1) * 4 ** (attempts - 1), hours(6)))

/** A job: sends each refund once; the gateway recognises it by its key. */
export const refundDue =
  ({ db, store, gateway, clock, log, refundKey }: PaymentsDeps, ledger: Ledger) =>
  async (): Promise<void> => {
    for (;;) {
      const now = clock.real()
      const refund = store.claimRefund(now, (attempts) => refundAgain(attempts, now))
      if (!refund) return
      const payment = store.payment(refund.paymentId)!
      const answer = await gateway.refund({
        paymentId: payment.gatewayPaymentId!,
        amount: refund.amount,
        key: `refund-${ledger.referenceOf(payment.id)}-${refundKey(refund.id)}`,
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
