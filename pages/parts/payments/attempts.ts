import type { DueName } from '../../../server/domain/money/fees'
import type { PaymentStatus } from '../../../server/domain/money/payment-states'
import type { PaymentView } from '../../../server/features/payments/service'
import { formatDateTime, formatRupees } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { demoGatewayAddress } from '../../ui/addresses'
import { href } from '../../ui/href'

/** The status of an attempt for candidates, with the fate of a double or wrong payment. */
export type Standing = PaymentStatus | 'going-back' | 'unclear'

/** The situation of an attempt, which selects the words `payments:known.<situation>` and `payments:next.…`. */
export type Situation = PaymentStatus | 'going-back' | 'mismatch' | 'refund-failed' | 'refunded-by-hand'

/** A payment attempt for display; made on the server. */
export type Attempt = {
  id: number
  reference: string
  due: DueName
  amount: string
  standing: Standing
  situation: Situation
  begun: string
  paid: string | null
  gateway: PaymentView['gateway']
  gatewayPaymentId: string | null
  /** The cell's phone number, for cases that the cell has to examine. */
  phone: string
  /** True if the gateway may still report a change. */
  canBeChecked: boolean
  checkout: string | null
  receipt: string | null
  /** The demo gateway's page, which decides a pending payment; null if not applicable. */
  demo: string | null
}

function situationOf({ status, failure, refund }: PaymentView): Situation {
  if (refund?.status === 'failed') return 'refund-failed'
  if (refund?.reason === 'by-hand') return 'refunded-by-hand'
  if (refund) return refund.status === 'done' ? 'refunded' : 'going-back'
  return status === 'failed' && failure === 'mismatch' ? 'mismatch' : status
}

function standingOf(situation: Situation): Standing {
  if (situation === 'refunded-by-hand') return 'refunded'
  return situation === 'mismatch' || situation === 'refund-failed' ? 'unclear' : situation
}

export function attemptOf(
  payment: PaymentView,
  { base, language, services }: Pick<Page, 'base' | 'language' | 'services'>,
): Attempt {
  const { id, reference, due, amount, status, createdAt, capturedAt, gateway, gatewayPaymentId, orderId } = payment
  const situation = situationOf(payment)
  const isDemo = gateway === 'demo'
  return {
    id,
    reference,
    due,
    amount: formatRupees(amount),
    standing: standingOf(situation),
    situation,
    begun: formatDateTime(createdAt, language),
    paid: capturedAt === null ? null : formatDateTime(capturedAt, language),
    gateway,
    gatewayPaymentId,
    phone: services.course.contact.phone,
    canBeChecked: status !== 'captured' && status !== 'refunded',
    checkout: status === 'created' && orderId !== null ? href(base, 'payment/checkout/:id', { id: String(id) }) : null,
    receipt:
      payment.receiptNumber === null ? null : href(base, 'transactions-logs/receipt-:payment.pdf', { payment: id }),
    demo: isDemo && status === 'pending' && orderId !== null ? demoGatewayAddress(base, orderId, language) : null,
  }
}
