import { askOtp, resendInOf } from '#pages/parts/accounts/ask-otp.ts'
import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { beginPayment } from '#pages/parts/payments/begin.server.ts'
import { checkStatus } from '#pages/parts/payments/check.server.ts'
import { reportedOf } from '#pages/parts/reporting/reported.server.ts'
import { decisionOfPage } from '#pages/parts/seat-acceptance/decision.server.ts'
import { feeOfPage } from '#pages/parts/seat-acceptance/fee.server.ts'
import { hasGone, seatOfPage } from '#pages/parts/seat-acceptance/seat.server.ts'
import { ticketOf, withOptionsAct } from '#pages/parts/seat-acceptance/ticket.server.ts'
import {
  grievancesOfPage,
  invalidFacts,
  saidOnPage,
  verificationOfPage,
} from '#pages/parts/self-verification/verification.server.ts'
import { href } from '#pages/ui/href.ts'
import { isSeatDecision, type SeatDecision } from '#server/domain/admission/offer.ts'
import { SeatProof } from '#server/features/admission/seat-acceptance/schema.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import { ProvedVerification, VerificationAnswers } from '#server/features/admission/self-verification/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { GrievanceReply } from '#server/features/scrutiny/grievances/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'

export const texts = [
  'acceptance',
  'verification',
  'results',
  'payments',
  'accounts',
  'proof',
  'otp',
  'steps',
  'documents',
  'grievances',
  'thread',
  'reported',
  'days',
] as const

/**
 * The seat of the round in the address, else of the newest one, with the whole way to accept it; null (404) without a
 * seat. The seat of an earlier round can only be read.
 */
export function show(page: CandidatePage) {
  const { services, actor, language, arrivedAt } = page
  const current = services.seatAcceptance.current(actor.candidateId, arrivedAt)
  if (!current) return null
  const seat = seatAsked(page) ?? current
  const { round } = seat.offer
  if (round !== current.offer.round) return pastSeat(page, seat)
  const window = services.notices.acceptanceNow(round)
  // The holder of a seat kept from an earlier round may still freeze it.
  const isDeciding =
    ['to-decide', 'to-pay'].includes(seat.state) ||
    (seat.offer.isRetained && services.seatAcceptance.mayDecide(actor.candidateId, round, 'freeze', arrivedAt).ok)
  const isBefore = window !== null && window.state === 'to-come'
  const options = nextOptionsOf(page, round)
  const act = services.seatAcceptance.next(actor.candidateId)
  const ticket = withOptionsAct(page, ticketOf(page, seat, act?.round === round ? act : null, true))
  return {
    ...seatOfPage(page, seat),
    ticket,
    reported: reportedOf(page),
    /**
     * The next option form, for a candidate who lost the seat and takes part again, or who holds it for betterment and has
     * confirmed a list: before that it is the act of the ticket, which also says when it opens.
     */
    nextOptions: hasGone(seat) || (options?.state === 'now' && !ticket.act) ? options : undefined,
    /** When acceptance opens; null once it is open. */
    opens: isBefore ? formatDateTime(window.opensAt, language) : null,
    isScheduled: window !== null && window.closesAt !== null,
    verification: seat.state === 'to-verify' && !isBefore ? verificationOfPage(page, round) : null,
    grievances: grievancesOfPage(page, round),
    ownHours: services.course.ownHours,
    decision: isDeciding ? decisionOfPage(page, seat) : null,
    fee: feeOfPage(page, seat),
    hasPassword: services.accounts.contact(actor).hasPassword,
    resendIn: resendInOf(page, { purpose: seat.state === 'to-verify' ? 'self-verify' : 'accept-seat' }),
  }
}

/** The seat of the round that the address names; null if it names none. */
const seatAsked = ({ services, actor, query, arrivedAt }: CandidatePage): Seat | null =>
  services.seatAcceptance
    .seats(actor.candidateId, arrivedAt)
    .find(({ offer }) => String(offer.round) === query.round) ?? null

/** A seat that a later round has followed: what is recorded of it, and nothing to do. */
function pastSeat(page: CandidatePage, seat: Seat) {
  return {
    ...seatOfPage(page, seat),
    ticket: ticketOf(page, seat, null, true),
    reported: null,
    nextOptions: undefined,
    opens: null,
    isScheduled: true,
    verification: null,
    grievances: grievancesOfPage(page, seat.offer.round),
    ownHours: page.services.course.ownHours,
    decision: null,
    fee: { ...feeOfPage(page, seat), isPayable: false, running: null },
    hasPassword: true,
  }
}

/** A round that gave no seat has no page of its own. */
export function load(page: CandidatePage) {
  const isOther = page.query.round !== undefined && !seatAsked(page)
  return isOther ? page.redirect(href(page.base, 'self-arc-home')) : show(page)
}

export async function action(page: CandidatePage) {
  const { posted, base, services, actor, arrivedAt } = page
  const { intent, payment } = posted
  const here = href(base, 'self-arc-home')
  if (intent === 'check') return checkStatus(page, payment, here)
  if (posted.grievance !== undefined) return reply(page)
  const round = services.seatAcceptance.current(actor.candidateId, arrivedAt)?.offer.round
  if (round === undefined) return refuse('no-seat', 404)
  if (intent === 'check-facts' || posted.again !== undefined) return askForOtp(page, round)
  if (intent === 'verify') return verify(page, round)
  if (posted.due !== undefined) return beginPayment(page, ['seat-acceptance'])
  if (isSeatDecision(page.query.decide)) {
    return intent === 'resend' ? sendOtp(page, round, page.query.decide) : decide(page, round, page.query.decide)
  }
  if (isSeatDecision(intent)) return sendOtp(page, round, intent)
  if (posted.choose !== undefined)
    return refuse('check-answers', 422, { fields: [{ field: 'intent', code: 'seatDecision.required' }] })
  return refuse('malformed', 400)
}

/** Checks what the candidate says, sends the OTP, and shows the same page with a place for it. */
function askForOtp(page: CandidatePage, round: number) {
  const { services, actor, arrivedAt, t, posted } = page
  const form = page.form(VerificationAnswers)
  if (!form.ok) return form
  const said = saidOnPage(page, round, form.value)
  if (!said.ok) return invalidFacts(page, round, said.refusal)
  const sound = services.selfVerification.check(actor.candidateId, round, said.value, arrivedAt)
  if (!sound.ok) return invalidFacts(page, round, sound.refusal)
  const values = Object.fromEntries(
    Object.entries(posted).filter(
      (entry): entry is [string, string] =>
        /^(paper|wrong|right)-|^rest$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )
  const confirm = { title: t('verification:otp-sent'), lines: [], submit: '', name: 'intent', value: 'verify' }
  const toType = () => ({ status: 200, form: { values, errors: [], message: null, confirm } })
  // Who left the page and has the OTP goes on to its place; no other is sent, which would end it.
  const hasOtp = posted.typed !== undefined && services.accounts.isOtpOpen(actor, { purpose: 'self-verify' })
  return hasOtp ? toType() : askOtp(page, { purpose: 'self-verify' }, toType)
}

async function verify(page: CandidatePage, round: number) {
  const form = page.form(ProvedVerification)
  if (!form.ok) return form
  const { services, actor, arrivedAt } = page
  const said = saidOnPage(page, round, form.value)
  if (!said.ok) return invalidFacts(page, round, said.refusal)
  const done = await services.selfVerification.verify(actor.candidateId, round, said.value, form.value, arrivedAt)
  // A second press finds it done.
  if (!done.ok && done.refusal.code !== 'already-verified') return invalidFacts(page, round, done.refusal)
  const grievance = done.ok
    ? done.value.grievance
    : (grievancesOfPage(page, round).find(({ state }) => state === 'open')?.number ?? null)
  // Without script the browser goes on to the decision by its name in the address.
  return page.redirect(`${href(page.base, 'self-arc-home')}${grievance ? '' : '#decide'}`, {
    type: grievance ? 'warning' : 'success',
    key: grievance ? 'verification:flash.grievance' : 'verification:flash.recorded',
    values: grievance ? { grievance } : undefined,
  })
}

/** Says more about the open grievance. */
async function reply(page: CandidatePage) {
  const form = page.form(GrievanceReply)
  if (!form.ok) return form
  const { services, actor, arrivedAt, base } = page
  const { grievance, text } = form.value
  const said = await services.grievances.say(actor.candidateId, Number(grievance), { text }, [], arrivedAt)
  if (!said.ok) return said
  const values = { number: said.value.number }
  return page.redirect(href(base, 'self-arc-home'), { type: 'success', key: 'grievances:flash.said', values })
}

/** Sends an OTP only if the decision itself would be possible. */
function sendOtp(page: CandidatePage, round: number, decision: SeatDecision) {
  const { services, actor, arrivedAt, base } = page
  const may = services.seatAcceptance.mayDecide(actor.candidateId, round, decision, arrivedAt)
  if (!may.ok) return may
  // No name of a place: with one, a browser without script would not give the field that is asked for the focus.
  const to = href(base, 'self-arc-home', undefined, { decide: decision })
  return askOtp(page, { purpose: 'accept-seat' }, (said) => page.redirect(to, said))
}

async function decide(page: CandidatePage, round: number, decision: SeatDecision) {
  const form = page.form(SeatProof)
  if (!form.ok) return form
  const { seatAcceptance } = page.services
  const decided = await seatAcceptance.decide(page.actor.candidateId, round, decision, form.value, page.arrivedAt)
  // A second press finds it done.
  if (!decided.ok && decided.refusal.code !== 'already-accepted') return decided
  return page.redirect(href(page.base, 'self-arc-home'), { type: 'success', key: 'acceptance:flash.decided' })
}
