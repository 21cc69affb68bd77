import { attemptOf, endOf } from '#pages/parts/payments/attempts.ts'
import { beginPayment } from '#pages/parts/payments/begin.server.ts'
import { checkStatus } from '#pages/parts/payments/check.server.ts'
import { href } from '#pages/ui/href.ts'
import { applicationFee } from '#server/domain/money/fees.ts'
import { isClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatRupees } from '#server/i18n/format.ts'

export const texts = ['payments', 'scrutiny', 'documents'] as const

/** The fee that scrutiny made due: its reason, its amount and its payment. */
export function load(page: CandidatePage) {
  const { services, actor, language } = page
  const { payments, scrutiny, application, course } = services
  const { fee, paid, due, isPayable, open } = payments.conversion(actor.candidateId)
  const claims = claimsOf(application.answers(actor.candidateId))
  const removed = scrutiny.removedClaims(actor.candidateId)
  const unfulfilled = services.certificates.unfulfilled(actor.candidateId)
  const attempts = payments
    .payments(actor.candidateId)
    .filter((payment) => payment.due === 'conversion-fee')
    .map((payment) => attemptOf(payment, page))
  const seat = services.seatAcceptance.current(actor.candidateId)?.offer
  return {
    removed,
    reasons: scrutiny
      .discrepancies(actor.candidateId, language)
      .filter((one) => isClaimFact(one.fact) && removed.includes(one.fact)),
    unfulfilled: unfulfilled.map(({ kind, claim, status }) => ({ kind, claim, status })),
    /** The seat that was won on a removed claim: cancelled, or kept as an Open one. Null if there is none. */
    seat:
      seat && (seat.ending === 'claim-failed' || unfulfilled.some((one) => one.seat === 'kept'))
        ? { choiceCode: seat.choiceCode, round: seat.round, isKept: seat.ending !== 'claim-failed' }
        : null,
    applies: claims && formatRupees(applicationFee(claims, course.applicationFees)),
    paidBefore: formatRupees(application.paid(actor.candidateId)),
    fee: formatRupees(fee),
    paid: formatRupees(paid),
    due: due && formatRupees(due.amount),
    isPayable,
    /** True if the candidate can file a grievance now or later. */
    mayComplain: services.notices.schedule().some(({ key, state }) => key === 'grievances' && state !== 'past'),
    running: open && attemptOf(open, page),
    /** The newest attempt, if it brought no money or its money goes back, and the fee is still due. */
    ended: !open && due !== null && attempts[0] ? endOf(attempts[0]) : null,
  }
}

export async function action(page: CandidatePage) {
  const { intent, payment } = page.posted
  if (intent === 'check') return checkStatus(page, payment, href(page.base, 'convert-fee'))
  return beginPayment(page, ['conversion-fee'])
}
