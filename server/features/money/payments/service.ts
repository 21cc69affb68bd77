import { knownOf, type TryKnown } from '#server/domain/terms/payment-states.ts'
import { createAsk, createChecks } from './ask'
import { createBegin } from './begin'
import type { PaymentsDeps } from './deps'
import { createDues } from './dues'
import { createLedger } from './ledger'
import { createDeskRefunds, refundDue } from './refund'
import { createViews } from './views'
import { createWebhook } from './webhook'

/**
 * Dues, payments, refunds. No network call runs inside a transaction; each step leaves a state from which
 * `reconcileDue` and `refundDue` can continue, even if the process ends. Source: rules §4.4.
 */
export function createPayments(deps: PaymentsDeps) {
  const { store, gateway } = deps
  const dues = createDues(deps)
  const ledger = createLedger(deps, dues)
  const views = createViews(deps, dues, ledger)
  const ask = createAsk(deps, ledger)
  const begin = createBegin(deps, dues, ledger, ask, views)
  return {
    gatewayName: gateway.name,
    /** The origin to which a checkout's form leads; null if it is ours. */
    gatewayOrigin: gateway.origin,
    ...views.verbs,
    ...begin.verbs,
    ...createWebhook(deps, ledger),
    ...createChecks(deps, ledger, ask, views, begin.isMaking),
    refundDue: refundDue(deps, ledger),
    ...createDeskRefunds(deps, ledger),

    /**
     * Records a refund that the gateway made without our asking, or whose answer was lost: the payment no longer
     * counts, and the candidate is told. Joins the transaction. Throws if the payment has not been captured.
     */
    recordRefund: ({ paymentId, gatewayRefundId }: { paymentId: number; gatewayRefundId: string }): void =>
      ledger.recordRefund(paymentId, gatewayRefundId),

    /** What the gateway has told of one try of a payment. */
    tryKnown: (paymentId: number, gatewayPaymentId: string): TryKnown =>
      knownOf(store.newsOf(paymentId, gatewayPaymentId)),
  }
}

export type Payments = ReturnType<typeof createPayments>
