import { href } from '#pages/ui/href.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { PaymentBegin } from '#server/features/money/payments/schema.ts'
import { refuse } from '#server/kernel/result.ts'

/** Begins to pay the posted due, if it is one of the page's, and leads to the last page before the gateway. */
export async function beginPayment(page: CandidatePage, ofPage: readonly DueName[]) {
  const form = page.form(PaymentBegin)
  if (!form.ok) return form
  const { due } = form.value
  if (!ofPage.includes(due)) return refuse('malformed', 400)
  const begun = await page.services.payments.begin(page.actor.candidateId, due, page.arrivedAt)
  if (!begun.ok) return begun
  return page.redirect(href(page.base, 'payment/checkout/:id', { id: String(begun.value.payment.id) }))
}
