import { closedWords } from '#pages/parts/application/closed.ts'
import { attemptOf, endOf } from '#pages/parts/payments/attempts.ts'
import { beginPayment } from '#pages/parts/payments/begin.server.ts'
import { checkStatus } from '#pages/parts/payments/check.server.ts'
import { href } from '#pages/ui/href.ts'
import { feeReason } from '#server/domain/money/fees.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

export const texts = ['payments'] as const

/** The amount due with its reason, the running attempt, and past payments. */
export function load(page: CandidatePage) {
  const { services } = page
  const { payments } = services
  const { fee, paid, due, open, isPayable } = payments.dues(page.actor.candidateId)
  const attempts = payments.payments(page.actor.candidateId).map((payment) => attemptOf(payment, page))
  const may = services.application.mayEdit(page.actor.candidateId, 7, page.arrivedAt)
  const next = services.nextActs.of(page.actor, page.arrivedAt)
  const running = attempts.find(({ id }) => id === open?.id) ?? null
  return {
    due: due && { name: due.due, amount: formatRupees(due.amount) },
    fee: fee === null ? null : formatRupees(fee),
    /** Why this person pays this fee; null before the claims are known. */
    why: fee === null ? null : whyOf(page, formatRupees(fee)),
    paid: paid === 0 ? null : formatRupees(paid),
    isPaidAboveFee: fee !== null && paid > fee,
    isPayable,
    /** By when to pay, submit and be confirmed, for a form that counts only for seats outside the rounds; null for others. */
    nonCapBy: nonCapBy(page),
    closed: may.ok ? null : closedWords(page, may.refusal),
    submitBy: services.application.submitBy(page.actor.candidateId),
    running,
    /** What the candidate has to do next, in words. */
    next: services.nextActs.firstInWords(next, page.language),
    /** The newest attempt, if it brought no money or its money goes back, and the fee is still due. */
    ended: !running && due !== null && attempts[0] ? endOf(attempts[0]) : null,
    /** What became of the form for which the fee was received, where it is too late for it; null for any other. */
    tooLate: paid > 0 && next.application.kind === 'too-late' ? tooLateOf(page) : null,
    attempts,
  }
}

function nonCapBy({ services, language }: CandidatePage): string | null {
  const registration = services.notices.registration()
  if (!registration?.isLate || !registration.isOpen || registration.closesAt === null) return null
  return formatDateTime(registration.closesAt, language)
}

/**
 * What a form missed: the rounds, while it can still be for seats outside them or the season has none; else every seat. Whether
 * it was never submitted or not confirmed.
 */
function tooLateOf({ services, actor, language, t }: CandidatePage): string {
  const late = services.notices.activity('late-registration')
  const isAhead = late !== undefined && late.opensAt > services.clock.portal()
  const { submittedAt } = services.application.standingOf(actor).facts
  const how = submittedAt === null ? 'unsubmitted' : 'unconfirmed'
  const said = t(`payments:pay.missed.${how}.${isAhead || !late ? 'rounds' : 'all'}`)
  const now = submittedAt === null ? 'application:next.too-late.late' : 'application:next.not-checked.late'
  return isAhead ? `${said} ${t(now, { from: formatDateTime(late.opensAt, language) })}` : said
}

/** “You pay ₹1,200 because you apply as Open.” */
function whyOf({ services, actor, t }: CandidatePage, fee: string): string {
  const answers = services.application.answers(actor.candidateId)
  const claims = claimsOf(answers)!
  const claimed = answers['category-details']?.category
  return t(`payments:pay.because.${feeReason(claims, claimed)}`, {
    fee,
    type: claims.type,
    category: claimed === undefined ? '' : t(`form:category.${claimed}` as TextKey),
  })
}

export async function action(page: CandidatePage) {
  const { base } = page
  const { intent, payment } = page.posted
  if (intent === 'check') return checkStatus(page, payment, href(base, 'payment'))
  return beginPayment(page, ['application-fee', 'difference-fee'])
}
