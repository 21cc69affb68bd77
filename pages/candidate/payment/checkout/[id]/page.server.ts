import { formatRupees } from '../../../../../server/i18n/format'
import type { Page } from '../../../../../server/services'
import { href } from '../../../../ui/href'

export const texts = ['payments'] as const

/** The gateway's own site, where the form of this page leads. */
export const formsTo = ({ services }: Page) => services.payments.gatewayOrigin

/** The last page of ours before the gateway. An attempt that is not to be paid any more is told of elsewhere. */
export function load(page: Page) {
  const { payments } = page.services
  const id = Number(/^\d{1,15}$/.exec(page.params.id ?? '')?.[0] ?? -1)
  const own = payments.payments(page.actor!).find((payment) => payment.id === id)
  if (!own) return null
  const way = payments.checkout(page.actor!, id)
  if (!way) return page.redirect(href(page.base, 'transactions-logs'))
  const { payment, checkout } = way
  return {
    amount: formatRupees(payment.amount),
    due: payment.due,
    reference: payment.reference,
    gateway: payment.gateway,
    // The demo's gateway is a page of ours, but outside of the portal, whose cookie knows the language.
    checkout:
      payment.gateway === 'demo' ? { ...checkout, fields: { ...checkout.fields, lang: page.language } } : checkout,
  }
}
