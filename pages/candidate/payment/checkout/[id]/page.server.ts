import { formatRupees } from '../../../../../server/i18n/format'
import type { CandidatePage } from '../../../../../server/services'
import { href } from '../../../../ui/href'

type Shown = CandidatePage<'payment/checkout/:id'>

export const texts = ['payments'] as const

/** The gateway's own site, the target of this page's form. */
export const formsTo = ({ services }: Shown) => services.payments.gatewayOrigin

/** Our last page before the gateway. An attempt that is no longer to be paid leads elsewhere. */
export function load(page: Shown) {
  const { payments } = page.services
  const id = Number(/^\d{1,15}$/.exec(page.params.id)?.[0] ?? -1)
  const own = payments.payments(page.actor).find((payment) => payment.id === id)
  if (!own) return null
  const way = payments.checkout(page.actor, id)
  if (!way) return page.redirect(href(page.base, 'transactions-logs'))
  const { payment, checkout } = way
  return {
    amount: formatRupees(payment.amount),
    due: payment.due,
    reference: payment.reference,
    gateway: payment.gateway,
    // The demo's gateway is our page, but outside the portal whose cookie knows the language.
    checkout:
      payment.gateway === 'demo' ? { ...checkout, fields: { ...checkout.fields, lang: page.language } } : checkout,
  }
}
