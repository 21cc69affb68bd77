import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { beginPayment } from '#pages/parts/payments/begin.server.ts'
import { ticketOf } from '#pages/parts/seat-acceptance/ticket.server.ts'
import { href } from '#pages/ui/href.ts'
import { dutyGo } from '#pages/ui/signed-in/duty-go.ts'
import { dueNames } from '#server/domain/money/fees.ts'
import { type Duty, dutyPage } from '#server/domain/site/next-duties.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['payments', 'acceptance'] as const

/** The state of the payment from which the candidate returns. The gateway reports it; the address is not trusted. */
export async function load(page: CandidatePage) {
  const { payments } = page.services
  const actor = page.actor
  const id = payments.ofOrder(actor.candidateId, page.query.order ?? '')
  if (id === null)
    return { attempt: null, isAway: false, next: null, onward: null, waits: [], ticket: null, letter: null }
  const checked = await payments.check(actor.candidateId, id)
  const payment = checked.ok ? checked.value : payments.payments(actor.candidateId).find((one) => one.id === id)!
  const next = page.services.nextActs.of(actor, page.arrivedAt)
  const attempt = attemptOf(payment, page)
  const isOfForm = payment.due === 'application-fee' || payment.due === 'difference-fee'
  const isToSubmit = next.application.kind === 'submit' || next.application.kind === 'correct'
  // Nothing is left to do here: where the form is submitted says that the fee has arrived.
  if (isOfForm && isToSubmit && attempt.standing === 'captured') {
    return page.redirect(href(page.base, 'print-pdf', undefined, { order: page.query.order }))
  }
  return {
    attempt,
    isAway: !checked.ok,
    /** What the candidate has to do next, in words. */
    next: page.services.nextActs.firstInWords(next, page.language),
    /** The way to it; null if nothing has to be done. */
    onward: onwardOf(page, next.duties[0]),
    /** What follows for a seat that is kept for betterment: the next round's option form, and when its candidate reports. */
    waits: payment.due === 'seat-acceptance' && attempt.standing === 'captured' ? waitsOf(page) : [],
    ticket: payment.due === 'seat-acceptance' ? seatToReport(page) : null,
    /** The letter of the seat that this fee has accepted. */
    letter: payment.due === 'seat-acceptance' && attempt.standing === 'captured' ? letterOf(page) : null,
  }
}

/** The page on which a duty is done, with the words of its button. */
function onwardOf({ base, t }: CandidatePage, duty: Duty | undefined) {
  if (!duty) return null
  const { route, round } = dutyPage(duty)
  return { href: href(base, route, undefined, round === undefined ? undefined : { round }), text: dutyGo(duty, t) }
}

/** The words for a seat that waits for the next round; none for any other. */
function waitsOf(page: CandidatePage): readonly string[] {
  const { seatAcceptance } = page.services
  const seat = seatAcceptance.current(page.actor.candidateId)
  const act = seatAcceptance.next(page.actor.candidateId)
  return seat && act?.kind === 'await-round' ? ticketOf(page, seat, act).notes : []
}

/** The seat with which the candidate reports next; null while something else comes first. */
function seatToReport(page: CandidatePage) {
  const seat = page.services.seatAcceptance.current(page.actor.candidateId)
  return seat?.act?.kind === 'report' ? ticketOf(page, seat, null) : null
}

/** The address of the letter of an accepted seat; null for any other. */
function letterOf({ services, actor, base }: CandidatePage): string | null {
  const seat = services.seatAcceptance.current(actor.candidateId)
  const isAccepted = seat?.state === 'held' || seat?.state === 'to-report'
  return isAccepted ? href(base, 'allotment/letter-:round.pdf', { round: seat.offer.round }) : null
}

/** "Pay again" leads straight to the last page before the gateway. */
export const action = (page: CandidatePage) => beginPayment(page, dueNames)
