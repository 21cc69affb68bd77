import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatRupees } from '#server/i18n/format.ts'

type Shown = CandidatePage<'payment/checkout/:id'>

export const texts = ['payments'] as const

/** The gateway's origin, to which the form of this page posts. */
export const formsTo = ({ services }: Shown) => services.payments.gatewayOrigin

/**
 * The last page before the gateway. Redirects if the payment can no longer be made; null (404) for an unknown payment.
 */
export function load(page: Shown) {
  const { payments } = page.services
  const { id } = page.params
  const own = payments.payments(page.actor.candidateId).find((payment) => payment.id === id)
  if (!own) return null
  const way = payments.checkout(page.actor.candidateId, id)
  if (!way) return page.redirect(href(page.base, 'transactions-logs'))
  const { payment, checkout } = way
  return {
    amount: formatRupees(payment.amount),
    due: payment.due,
    reference: payment.reference,
    gateway: payment.gateway,
    // The demo gateway cannot read the portal's language cookie.
    checkout:
      payment.gateway === 'demo' ? { ...checkout, fields: { ...checkout.fields, lang: page.language } } : checkout,
  }
}
