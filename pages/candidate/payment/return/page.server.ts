import type { Page } from '../../../../server/services'
import { attemptOf } from '../../../payments-parts/attempts'

export const texts = ['payments'] as const

/** How the payment stands that the candidate comes back from: what the gateway says itself, not what the address claims. */
export async function load(page: Page) {
  const { payments } = page.services
  const actor = page.actor!
  const id = payments.ofOrder(actor, page.query.order ?? '')
  if (id === null) return { attempt: null, isAway: false, isNothingDue: false }
  const checked = await payments.check(actor, id)
  const payment = checked.ok ? checked.value : payments.payments(actor).find((one) => one.id === id)!
  return { attempt: attemptOf(payment, page), isAway: !checked.ok, isNothingDue: payments.dues(actor).due === null }
}
