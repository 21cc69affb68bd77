import { sendEmailLink } from '#pages/parts/accounts/send-email-link.ts'
import { type KeyedMoment, momentsAround } from '#pages/parts/notices/moments.ts'
import { contactView } from '#pages/parts/notices/views.ts'
import { pushAction } from '#pages/parts/push/push.server.ts'
import { reportedOf } from '#pages/parts/reporting/reported.server.ts'
import { ticketOf } from '#pages/parts/seat-acceptance/ticket.server.ts'
import type { Moment } from '#pages/ui/data/Timeline.tsx'
import { href } from '#pages/ui/href.ts'
import type { NextAct } from '#server/domain/application/task-list.ts'
import { isAside } from '#server/domain/site/stages.ts'
import { roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { NameCorrection } from '#server/features/scrutiny/scrutiny/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'
import { allotmentCard } from './cards/allotment.server'
import { applicationCard } from './cards/application.server'
import { contactCard } from './cards/contact.server'
import { convertFeeCard } from './cards/convert-fee.server'
import { meritCard } from './cards/merit.server'
import { optionsCard } from './cards/options.server'
import { cardsInOrder, type DashboardCard } from './cards/order.server'
import { progressOf } from './cards/progress.server'
import { refundCard } from './cards/refund.server'
import { isLostSeat, seatCard } from './cards/seat.server'
import { type Standing, standingOf } from './cards/standing.server'
import { toldOf } from './cards/told.server'
import { unpaidOf } from './cards/unpaid.server'
import { heroOf } from './hero.server'
import { rowsOf } from './rows.server'
import { trackOf } from './track.server'

export const texts = ['application', 'scrutiny', 'reported', 'acceptance', 'rollcall', 'push'] as const

/** The states in which a form is not considered, or may not be, unless somebody acts at once. */
const alarming: readonly NextAct['kind'][] = ['not-checked', 'too-late', 'excluded']

/**
 * The state of a candidate with its one act, then the other cards, each from a file of its own; null where it is not shown.
 * Long: it puts the parts together.
 */
export function load(page: CandidatePage) {
  const { services, language } = page
  const standing = standingOf(page)
  const { facts, next, duties, hasJkSeat, time, newestSeat } = standing
  const isConfirmed = next.kind === 'confirmed'
  const seat = seatCard(standing)
  const allotment = seat ? null : allotmentCard(standing)
  const merit = meritCard(standing)
  const refund = refundCard(standing, seat?.state ?? null)
  const convertFee = convertFeeCard(standing)
  const options = optionsCard(standing)
  const certificates = standing.certificates.map(({ by, ...certificate }) => ({ ...certificate, by: time(by) }))
  const shown: Record<DashboardCard, boolean> = {
    seat: seat !== null,
    allotment: allotment !== null,
    'jk-seat': hasJkSeat,
    // A candidate in a merit list no longer needs the acknowledgement.
    application: !seat && !allotment && !(merit && isConfirmed),
    refund: refund !== null,
    'convert-fee': convertFee !== null,
    options: options !== null,
    certificates: certificates.length > 0,
    merit: merit !== null,
  }
  const isAlarming = alarming.includes(next.kind)
  const isSeatLost = seat !== null && isLostSeat(seat.state)
  const lost = isSeatLost ? 'seat' : allotment ? 'allotment' : null
  const cards = cardsInOrder(duties, shown, { isConfirmed, lost })
  const lead = isAlarming ? 'application' : (duties.find(({ kind }) => shown[kind])?.kind ?? cards[0] ?? null)
  const progress = progressOf(standing)
  const told = toldOf(standing)
  const application = shown.application ? applicationCard(standing) : null
  /** The cell's helpline, for a form or a seat that is lost unless somebody acts at once. */
  const needsCall = isAlarming || isSeatLost || told.isAbsentFromMerit
  const phone = needsCall ? contactView(services, language).phone : null
  const known = { standing, progress, told, application, seat, allotment, merit, options, refund, convertFee, phone }
  const hero = heroOf(known, cards, lead)
  const owesMoney = progress.due !== null || convertFee !== null || seat?.act?.kind === 'pay'
  const isTicket = seat !== null && newestSeat !== null && (seat.act !== null || seat.state === 'admitted')
  return {
    /** What there is to show, in its order. */
    cards,
    /** The card that the act comes from. */
    lead,
    /** The form is not considered, or may not be: only a call can help. */
    isAlarming,
    hero,
    /** The seat, while it is theirs. */
    ticket: isTicket ? ticketOf(page, newestSeat, seat.act) : null,
    track: trackOf(known, hero.of),
    rows: rowsOf(known, hero.of),
    /** True if the candidate has agreed to the privacy notice as it is now. */
    hasReadNotice: services.privacy.consents.hasRead(page.actor.candidateId),
    reported: facts.roundsTaken ? recordedOf(page, seat) : null,
    ...progress,
    /** What became of the last attempt to pay what is owed. */
    unpaid: owesMoney ? unpaidOf(standing) : null,
    nonCapBy: told.nonCap?.by ?? null,
    application,
    allotment,
    refund,
    convertFee,
    options,
    rollCall: rollCallOf(page),
    /** The certificates still to upload: none of them is under review or accepted. */
    certificates,
    /** The dates that are theirs: what is open or to come, or else what is over. */
    dates: datesOf(standing),
    contact: contactCard(standing),
  }
}

/** The roll-call that is under way, with the address of its answer; null if none asks them. */
function rollCallOf({ services, actor, base, language }: CandidatePage) {
  const own = services.rollCall.own(actor.candidateId)
  return (
    own && {
      round: own.round,
      answer: own.answer,
      by: formatDateTime(own.closesAt!, language),
      at: href(base, 'roll-call', undefined, { token: own.token }),
    }
  )
}

/** What is over concerns nobody who still has a date. */
function datesOf({ page, newestSeat, ownMoments, present }: Standing): readonly Moment[] {
  const own = present()
  const moments = ownMoments().map((moment) => marked(page, moment, own))
  const ahead = moments.filter(({ state }) => state !== 'past')
  const dated = new Set(page.services.notices.schedule().flatMap(({ key, state }) => (state === 'past' ? [] : [key])))
  return momentsAround(ahead.length ? ahead : moments).map((moment) => {
    if (isSetAside(newestSeat, moment)) return { ...moment, note: page.t('application:dates.not-yet') }
    return dated.has(moment.key) ? withReminder(page, moment) : moment
  })
}

/** The mark stands on the date that is the candidate's now, as on home; what is open beside it, such as the cancellation, has none. */
function marked({ t }: CandidatePage, moment: KeyedMoment, own: ReturnType<Standing['present']>): KeyedMoment {
  if (own === null) return moment
  if (own.key === moment.key)
    return own.state === 'now' ? moment : { ...moment, isNext: true, note: t('application:dates.next') }
  return isAside(moment.key) && moment.state === 'now' ? { ...moment, state: 'later' } : moment
}

/** A candidate whose seat waits for a decision on a grievance is set aside with it: a later option form is not theirs yet. */
function isSetAside(seat: Standing['newestSeat'], { key }: KeyedMoment): boolean {
  const inRound = roundOfActivity(key)
  return seat?.state === 'in-grievance' && inRound?.part === 'options' && inRound.round > seat.offer.round
}

/** A date to come with its file for a calendar. */
function withReminder({ base, language, t }: CandidatePage, moment: KeyedMoment): Moment {
  const address = href(base, 'importantdate/:key.ics', { key: moment.key }, { lang: language })
  const words = { label: t('notices:dates.remind'), of: t('notices:dates.remind-of', { title: moment.title }) }
  return { ...moment, remind: { href: address, ...words } }
}

/** What the institute has recorded; null while the card of the seat says that the candidate still has to report. */
function recordedOf(page: CandidatePage, seat: ReturnType<typeof seatCard>) {
  const reported = reportedOf(page)
  return reported?.kind === 'not-recorded' && seat?.act?.kind === 'report' ? null : reported
}

/** Corrects the name and, without JavaScript, handles the two buttons of the contact card. */
export function action(page: CandidatePage) {
  const { services } = page
  const actor = page.actor
  const { intent } = page.posted
  const dashboard = href(page.base, 'dashboard')
  if (intent === 'verify-email') return sendEmailLink(page, dashboard)
  if (intent === 'whatsapp') {
    const result = services.accounts.optInToWhatsapp(actor)
    if (!result.ok) return result
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.whatsapp-on' })
  }
  if (intent === 'whatsapp-off') {
    services.accounts.optOutOfWhatsapp(actor)
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.whatsapp-off' })
  }
  const pushed = pushAction(page, dashboard)
  if (pushed) return pushed
  if (intent === 'name') {
    const form = page.form(NameCorrection)
    if (!form.ok) return form
    const result = services.scrutiny.correctName(actor.candidateId, form.value.fullName)
    if (!result.ok) return result
    return page.redirect(dashboard, { type: 'success', key: 'scrutiny:flash.name-saved' })
  }
  return refuse('malformed', 400)
}
