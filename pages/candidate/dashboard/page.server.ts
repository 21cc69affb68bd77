import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import { momentsAround, momentsOf, soonestFirst, whenOf } from '#pages/parts/notices/moments.ts'
import { isAbsentFromMerit, ownDatesOf } from '#pages/parts/notices/own-dates.server.ts'
import { contactView } from '#pages/parts/notices/views.ts'
import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { reportedOf } from '#pages/parts/reporting/reported.server.ts'
import { foundIn } from '#pages/parts/scrutiny/found.ts'
import { noRoundLeft } from '#pages/parts/seat-acceptance/seat.server.ts'
import { href } from '#pages/ui/href.ts'
import { isGone, restingState } from '#server/domain/admission/offer.ts'
import { type NextAct, stepsLeft, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import type { MeritStage } from '#server/domain/merit/lists.ts'
import { appointmentState } from '#server/domain/scrutiny/appointments.ts'
import type { Duty } from '#server/domain/site/next-duties.ts'
import { type Permissions, permittedRounds } from '#server/domain/terms/permissions.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { NameCorrection } from '#server/features/scrutiny/scrutiny/schema.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'
import { inPortalTime, istOffset } from '#server/kernel/time.ts'

export const texts = ['application', 'scrutiny', 'reported', 'acceptance'] as const

/** The cards at the top of the dashboard, in their order where nothing has to be done. */
const dashboardCards = [
  'seat',
  'allotment',
  'jk-seat',
  'application',
  'refund',
  'convert-fee',
  'options',
  'merit',
  'certificates',
] as const
export type DashboardCard = (typeof dashboardCards)[number]

/**
 * The cards by their weight: a form that is not confirmed, then what else has to be done, the gravest first, with a lost
 * chance before money; then everything else. Source: rules §12.7.
 */
function cardsInOrder(
  duties: readonly Duty[],
  shown: Readonly<Record<DashboardCard, boolean>>,
  { isConfirmed, lost }: { isConfirmed: boolean; lost: DashboardCard | null },
): readonly DashboardCard[] {
  const kinds = duties.map(({ kind }) => kind)
  const order: DashboardCard[] = [
    ...(isConfirmed ? [] : ['application' as const]),
    ...kinds.filter((kind) => kind === 'seat' || kind === 'options'),
    ...(lost ? [lost] : []),
    ...kinds,
    ...dashboardCards,
  ]
  return [...new Set(order)].filter((card) => shown[card])
}

/** The states in which a form is not considered, or may not be, unless somebody acts at once. */
const alarming: readonly NextAct['kind'][] = ['not-checked', 'too-late', 'excluded']

/** The dashboard: the candidate's status, the next act and its deadline, past acts, and contact details. */
export function load(page: CandidatePage) {
  const { services, language } = page
  const actor = page.actor
  const { facts, details, permissions } = services.application.standingOf(actor)
  const schedule = services.notices.schedule()
  const now = services.clock.portal()
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))

  /** True if the candidate has a seat for J&K migrants. */
  const hasJkSeat = permissions.fMerit && services.jkSeat.seatOf(actor.candidateId) !== null
  const registration = services.notices.registration()
  const late = services.notices.activity('late-registration')

  const taskFacts = taskFactsOf(facts)
  const tasks = taskList(taskFacts)
  const isToPay = tasks.some(({ route, state }) => route === 'payment' && state === 'to-do')
  const { due, open } = isToPay ? services.payments.dues(actor) : { due: null, open: null }
  const paid = services.application.paid(actor.candidateId)
  const { application: next, options, certificates, duties } = services.nextActs.of(actor, page.arrivedAt)
  const conversion = permissions.convertFee ? services.payments.conversion(actor).due : null
  const newestSeat = facts.roundsAllotted ? services.seatAcceptance.current(actor.candidateId) : null
  const seat = next.kind === 'confirmed' && newestSeat ? seatNow(page, newestSeat) : null
  const contact = services.accounts.contact(actor)
  const appointment = next.kind === 'visit-centre' ? services.centres.appointment(actor.candidateId) : null
  const allotment = next.kind === 'confirmed' && !seat ? newestAllotment(page, permissions, hasJkSeat) : null
  const merit = meritOf(page, permissions)
  const isRanked = merit !== null && next.kind === 'confirmed'
  /** True in the late registration period for an unconfirmed form, which counts only for seats outside the rounds. */
  const isForNonCapAlone = facts.confirmedAt === null && registration?.isLate === true && registration.isOpen
  const isOwn = ownDatesOf(page, { facts, permissions, application: next.kind, seat: newestSeat })
  const following = soonestFirst(schedule).find((activity) => activity.opensAt > now && isOwn(activity))
  const refund = newestSeat && seat?.state === 'cancelled' ? services.cancellation.of(actor.candidateId) : null
  const shown: Record<DashboardCard, boolean> = {
    seat: seat !== null,
    allotment: allotment !== null,
    'jk-seat': hasJkSeat,
    // A candidate in a merit list no longer needs the acknowledgement.
    application: !seat && !allotment && !isRanked,
    refund: refund !== null,
    'convert-fee': conversion !== null,
    options: options !== null,
    certificates: certificates.length > 0,
    merit: merit !== null,
  }
  const isAlarming = alarming.includes(next.kind)
  const isSeatLost = seat !== null && isLostSeat(seat.state)
  const lost = isSeatLost ? 'seat' : allotment ? 'allotment' : null
  const cards = cardsInOrder(duties, shown, { isConfirmed: next.kind === 'confirmed', lost })
  return {
    firstName: facts.fullName.split(' ')[0]!,
    partOfDay: partOfDay(now),
    tasks,
    stepsLeft: stepsLeft(tasks),
    next,
    /** The cards to show. */
    cards,
    /** The card with the filled button. */
    lead: isAlarming ? 'application' : (duties.find(({ kind }) => shown[kind])?.kind ?? cards[0] ?? null),
    /** The form is not considered, or may not be: only a call can help. */
    isAlarming,
    /** The cell's helpline, for a form or a seat that is lost unless somebody acts at once. */
    phone: isAlarming || isSeatLost ? contactView(services, language).phone : null,
    hasDuties: duties.length > 0,
    /** The fee that is due now, as formatted text. */
    due: due && formatRupees(due.amount),
    /** True while the bank has not decided; the candidate must not pay again. */
    isPaymentPending: open?.status === 'pending',
    /** What becomes of the payment that the bank has not decided about, in words; null if there is none. */
    paying: open?.status === 'pending' ? { counts: open.situation === 'pending', ...attemptOf(open, page) } : null,
    /** The application fee that was received for a form that is now too late, as formatted text. */
    feeLost: next.kind === 'too-late' && paid > 0 ? formatRupees(paid) : null,
    reopened: facts.reopenedSteps,
    /** The order that keeps the candidate out of the admission. */
    excluded: next.kind === 'excluded' ? exclusionOf(page) : null,
    by: 'by' in next ? time(next.by) : null,
    since: 'since' in next ? time(next.since) : null,
    /** When registration for seats outside the rounds opens, for a form that missed the rounds; null if it does not. */
    lateFrom:
      (next.kind === 'too-late' || next.kind === 'not-checked') && late && late.opensAt > now
        ? time(late.opensAt)
        : null,
    /** The findings of scrutiny, while the form is sent back. */
    found: facts.revertedAt === null ? [] : foundIn(page, actor),
    /** The fee that scrutiny charges for a removed claim, as formatted text. */
    convertFee: conversion && formatRupees(conversion.amount),
    fullName: facts.fullName,
    /** The candidate's seat, or the newest published result without one, if the form is confirmed. */
    seat,
    /** The course fee that the institute returns after a cancellation. */
    refund: refund && caseInWords(refund, language),
    allotment,
    merit,
    /** What the institute has recorded, if the candidate has taken part in a round. */
    reported: facts.roundsTaken ? recordedOf(page, seat) : null,
    isAbsentFromMerit: isAbsentFromMerit(page, { facts, permissions }),
    isSubmitted: taskFacts.state !== 'draft',
    submitted: time(facts.submittedAt),
    reverted: time(facts.revertedAt),
    confirmed: time(facts.confirmedAt),
    /** The appointment at which a centre will confirm the form. */
    appointment: appointment && {
      centre: appointment.centre.name[language],
      at: time(appointment.startsAt)!,
      state: appointmentState(appointment, now),
    },
    /** The certificates still to upload: none of them is under review or accepted. */
    certificates: certificates.map(({ by, ...certificate }) => ({ ...certificate, by: time(by) })),
    options: options && { ...options, by: time(options.by) ?? '', lost: lostBefore(options.round, newestSeat) },
    following: following ? { title: following.title[language], when: whenOf(following, page) } : null,
    /** The dates that are theirs. */
    dates: momentsAround(momentsOf(soonestFirst(schedule), services.notices.undated(), page).filter(isOwn)),
    hasJkSeat,
    isForNonCapAlone,
    /**
     * The deadline for registering interest in seats outside the rounds; null if this candidate cannot register now.
     */
    nonCapBy:
      facts.submittedAt !== null && newestSeat?.state !== 'admitted' && services.notices.isOpen('late-registration')
        ? time(services.notices.activity('late-registration')!.closesAt)
        : null,
    /** True if the candidate has agreed to the privacy notice as it is now. */
    hasReadNotice: services.privacy.consents.hasRead(actor.candidateId),
    unread: services.inbox.unread(actor),
    /** True if grievances are open, or one of this candidate's is under review. */
    isTimeForGrievances: permissions.grivancy && (details.isGrievance === 1 || services.notices.isOpen('grievances')),
    contact: {
      mobile: contact.mobile,
      email: contact.email,
      isEmailVerified: contact.isEmailVerified,
      isOnWhatsapp: contact.isOnWhatsapp,
      pending: contact.pendingMobile && {
        mobile: contact.pendingMobile.mobile,
        at: time(contact.pendingMobile.takesEffectAt)!,
      },
    },
    lastLogin:
      actor.lastLoginAt === null
        ? null
        : { at: time(inPortalTime(actor.lastLoginAt, services.clock))!, device: actor.lastLoginDevice ?? '' },
  }
}

/** Was the seat lost without the candidate's own act? */
const isLostSeat = (state: ReturnType<typeof restingState>): boolean =>
  state === 'not-accepted' || state === 'not-reported' || state === 'withdrawn'

/** What the institute has recorded; null while the card of the seat says that the candidate still has to report. */
function recordedOf(page: CandidatePage, seat: ReturnType<typeof seatNow>) {
  const reported = reportedOf(page)
  return reported?.kind === 'not-recorded' && seat?.act?.kind === 'report' ? null : reported
}

/** The order that keeps the candidate out of the admission, in words. */
function exclusionOf({ services, actor, language }: CandidatePage) {
  const found = services.ordersInForce.exclusion(actor.candidateId)
  if (!found) return null
  const { kind, orderNumber, authority, reason, decidedAt, keptUserId } = found
  return {
    kind,
    order: { number: orderNumber, authority, at: formatDateTime(decidedAt, language) },
    reason,
    kept: keptUserId,
  }
}

/** The numbers in the newest list that includes the candidate; null if the permissions show that no list does. */
function meritOf({ services, actor }: CandidatePage, { pMerit, fMerit }: Permissions) {
  const stage: MeritStage | null = fMerit ? 'final' : pMerit ? 'provisional' : null
  const standing = stage && services.meritPages.standing(stage, actor.candidateId)
  if (!stage || !standing) return null
  const places = standing.places.map(({ list, meritNumber, of }) => ({
    list,
    number: formatCount(meritNumber),
    of: formatCount(of),
  }))
  return { stage, places }
}

/**
 * The candidate's newest seat with its next act, or how it ended; null if its candidate has the result of a later round
 * since it was lost, or takes part in the next one, whose option form is open.
 */
function seatNow(page: CandidatePage, newest: Seat) {
  const { services, actor, language } = page
  const { seatAcceptance } = services
  const { offer } = newest
  const act = seatAcceptance.next(actor.candidateId)
  const shown = act ? null : restingState(newest)
  if (!act && shown === null) return null
  const isLost = shown !== null && shown !== 'admitted' && shown !== 'reported'
  const latest = seatAcceptance.newestRound()
  const hasLaterResult =
    latest !== null &&
    offer.round !== latest &&
    seatAcceptance.entry(actor.candidateId, latest).kind === 'takes-part' &&
    !seatAcceptance.wasSetAside(actor.candidateId, latest)
  if (isLost && hasLaterResult && offer.orderedUntil === null) return null
  const isHeld = act?.kind === 'await-round'
  const options = isLost || isHeld ? nextOptionsOf(page, offer.round) : undefined
  if (isLost && options?.state === 'now') return null
  const { institute, course } = seatAcceptance.place(newest)
  return {
    round: offer.round,
    /** How the seat ended; null while it has a next act. */
    state: shown,
    act,
    institute,
    course,
    /** Where to report, while that is the next act. */
    report: act?.kind === 'report' ? services.reportAt.of(newest, language) : null,
    by: act?.by != null ? formatDateTime(act.by, language) : null,
    /** When the act can be done; null once it can. */
    from: act?.from != null ? formatDateTime(act.from, language) : null,
    ahead: noRoundLeft(page, newest),
    /**
     * The next option form, for a candidate who lost the seat and takes part again, and for one who keeps it for
     * betterment; the card of the option form replaces it once that opens.
     */
    nextOptions: options?.state === 'now' ? undefined : options,
  }
}

/** How the seat of the round before this option form was lost; null for anybody else. */
function lostBefore(round: number, newest: Seat | null) {
  if (!newest || !isGone(newest.state) || newest.offer.round !== round - 1) return null
  const state = restingState(newest)
  return state && { round: newest.offer.round, state }
}

/**
 * The result of the newest published round for a candidate whom it gave no seat; null if the candidate could not take
 * part or has a seat from another list. It no longer matters once the next option form is open.
 */
function newestAllotment(page: CandidatePage, permissions: Permissions, hasJkSeat: boolean) {
  const { services, actor } = page
  const permitted = permittedRounds(permissions)
  if (!permitted.length) return null
  const newest = services.results.newest(actor.candidateId)
  if (!newest || newest.state === 'allotted') return null
  const { round, isLastRound, state } = newest
  if (state === 'not-considered' && (hasJkSeat || !permitted.includes(round))) return null
  const nextOptions = nextOptionsOf(page, newest.round)
  return nextOptions?.state === 'now' ? null : { round, isLastRound, state, nextOptions }
}

/** The part of the day in India. `now`: the portal's time, in epoch milliseconds. */
function partOfDay(now: number): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date(now + istOffset).getUTCHours()
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** Corrects the name and, without JavaScript, handles the two buttons of the contact card. */
export function action(page: CandidatePage) {
  const { services } = page
  const actor = page.actor
  const { intent } = page.posted
  const dashboard = href(page.base, 'dashboard')
  if (intent === 'verify-email') {
    const result = services.accounts.sendVerifyEmail(actor)
    if (!result.ok) return result
    const values = { sentTo: result.value.sentTo }
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.verify-email-sent', values })
  }
  if (intent === 'whatsapp') {
    const result = services.accounts.optInToWhatsapp(actor)
    if (!result.ok) return result
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.whatsapp-on' })
  }
  if (intent === 'whatsapp-off') {
    services.accounts.optOutOfWhatsapp(actor)
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.whatsapp-off' })
  }
  if (intent === 'name') {
    const form = page.form(NameCorrection)
    if (!form.ok) return form
    const result = services.scrutiny.correctName(actor.candidateId, form.value.fullName)
    if (!result.ok) return result
    return page.redirect(dashboard, { type: 'success', key: 'scrutiny:flash.name-saved' })
  }
  return refuse('malformed', 400)
}
