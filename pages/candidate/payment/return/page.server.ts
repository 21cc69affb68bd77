import type { CandidatePage } from '../../../../server/services'
import { attemptOf } from '../../../parts/payments/attempts'

export const texts = ['payments', 'acceptance'] as const

/** The state of the payment from which the candidate returns. The gateway reports it; the address is not trusted. */
export async function load(page: CandidatePage) {
  const { payments } = page.services
  const actor = page.actor
  const id = payments.ofOrder(actor, page.query.order ?? '')
  if (id === null) return { attempt: null, isAway: false, isNothingDue: false, next: null, report: null }
  const checked = await payments.check(actor, id)
  const payment = checked.ok ? checked.value : payments.payments(actor).find((one) => one.id === id)!
  return {
    attempt: attemptOf(payment, page),
    isAway: !checked.ok,
    isNothingDue: payments.dues(actor).due === null,
    /** What the candidate has to do next, in words. */
    next: page.services.nextActs.inWords(actor, page.language),
    report: payment.due === 'seat-acceptance' ? reportOf(page) : null,
  }
}

/** Where the candidate reports next with the seat; null while something else comes first. */
function reportOf({ services, actor, language }: CandidatePage) {
  const seat = services.seatAcceptance.current(actor)
  return seat?.act?.kind === 'report' ? services.reportAt.of(seat, language) : null
}
