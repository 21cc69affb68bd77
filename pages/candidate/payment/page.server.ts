import { PaymentBegin } from '../../../server/features/payments/schema'
import { formatRupees } from '../../../server/i18n/format'
import type { CandidatePage } from '../../../server/services'
import { closedWords } from '../../parts/application/closed'
import { attemptOf } from '../../parts/payments/attempts'
import { checkStatus } from '../../parts/payments/check.server'
import { href } from '../../ui/href'

export const texts = ['payments'] as const

/** The amount due with its reason, the running attempt, and past payments. */
export function load(page: CandidatePage) {
  const { services } = page
  const { payments } = services
  const { fee, isReservedFee, paid, due, open, isPayable } = payments.dues(page.actor)
  const attempts = payments.payments(page.actor).map((payment) => attemptOf(payment, page))
  const may = services.application.mayEdit(page.actor.candidateId, 7, page.arrivedAt)
  const next = services.nextActs.of(page.actor, page.arrivedAt)
  const running = attempts.find(({ id }) => id === open?.id) ?? null
  return {
    due: due && { name: due.due, amount: formatRupees(due.amount) },
    fee: fee === null ? null : formatRupees(fee),
    isReservedFee,
    paid: paid === 0 ? null : formatRupees(paid),
    isPaidAboveFee: fee !== null && paid > fee,
    isPayable,
    closed: may.ok ? null : closedWords(page, may.refusal),
    submitBy: services.application.submitBy(page.actor),
    running,
    /** What the candidate has to do next, in words. */
    next: services.nextActs.firstInWords(next, page.language),
    /** True if the newest attempt failed and no other is running. */
    hasFailed: !running && due !== null && attempts[0]?.situation === 'failed',
    attempts,
  }
}

export async function action(page: CandidatePage) {
  const { base, services } = page
  const { intent, payment } = page.posted
  if (intent === 'check') return checkStatus(page, payment, href(base, 'payment'))
  const form = page.form(PaymentBegin)
  if (!form.ok) return page.invalid(form.refusal)
  const begun = await services.payments.begin(page.actor, form.value.due, page.arrivedAt)
  if (!begun.ok) return page.invalid(begun.refusal)
  return page.redirect(href(base, 'payment/checkout/:id', { id: String(begun.value.payment.id) }))
}
