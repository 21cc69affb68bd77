import { whoCanApplyOf } from '#pages/parts/eligibility/who-can-apply.server.ts'
import { eventsOf } from '#pages/parts/notices/events.ts'
import { soonestFirst, whenOf } from '#pages/parts/notices/moments.ts'
import { ownDatesOn } from '#pages/parts/notices/own-dates.server.ts'
import { contactView, feesView, newestOf, noticesView } from '#pages/parts/notices/views.ts'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { href } from '#pages/ui/href.ts'
import { nowForCandidates, stagesOf } from '#server/domain/site/stages.ts'
import { roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'
import { safeNext } from '#server/http/safe-next.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { latest } from '#server/kernel/time.ts'

export const texts = ['home', 'eligibility', 'worksheet'] as const
export const isCacheable = true
export const structured = eventsOf
export const updatedAt = ({ services }: Page) =>
  latest(newestOf(services, 'notice'), services.notices.scheduleChangedAt())
export const title = ({ t, services, language }: Page) =>
  t('home:title', { course: services.course.courseShortTitle[language], year: services.course.academicYear })

/**
 * The facts that matter to a visitor now: what a newcomer and what a candidate can do, the stages with their dates, where
 * results, institutes, dates and help are, and the newest notices.
 */
export function load(page: Page) {
  const { services, language, base, query } = page
  const next = safeNext(base, query.next) ?? undefined
  const late = services.notices.activity('late-registration')
  const isLateAhead = late !== undefined && late.opensAt > services.clock.portal()
  const registration = registrationOf(page)
  const isOwn = ownDatesOn(page)
  return {
    /** Until the portal is opened, a visitor reads only that it is not. */
    isOpened: services.settings.isOpened(),
    /** The address of the login, which leads on to the requested page. */
    login: href(base, 'login', undefined, { next }),
    hasNext: next !== undefined,
    /** True for somebody who was signed in until the session ended, and not for one who has logged out. */
    isEnded: page.cookies.session.read(page.request) !== undefined,
    registration,
    /** False once registration is over for good. */
    mayApply: registration.state !== 'over' || isLateAhead,
    /** When registration for seats outside the rounds opens; null once it is open, and if there is none. */
    lateFrom: isLateAhead ? formatDateTime(late.opensAt, language) : null,
    who: whoCanApplyOf(page),
    candidates: candidatesOf(page, isOwn),
    ...stagesView(page, isOwn),
    result: resultOf(page),
    institutes: services.seats.institutes({}).length,
    nextDate: nextDateOf(page),
    notices: noticesView(services, language, 'notice', 2).map(({ id, title, date }) => ({ id, title, date })),
    fees: feesView(services),
    contact: contactView(services, language),
    /** True if facilitation centres confirm forms of this course. */
    hasCentres: services.course.form.modes.includes(2),
  }
}

type IsOwn = ReturnType<typeof ownDatesOn>

/** What runs for those who have registered, or comes next; for somebody who is signed in, only what concerns them. */
function candidatesOf(
  page: Page,
  isOwn: IsOwn,
): { state: 'open' | 'next' | 'over' | 'unknown'; title: string; when: string } {
  const { services, language, t } = page
  const { notices, clock } = services
  const activity = nowForCandidates(notices.schedule().filter(isOwn))
  if (!activity) return { state: notices.roundsNow().areOver ? 'over' : 'unknown', title: '', when: '' }
  return {
    state: activity.opensAt <= clock.portal() ? 'open' : 'next',
    title: activity.title[language],
    when: whenOf(activity, { t, language }),
  }
}

/** `12 Jul`: the year is that of the admission. */
const dayOf = (at: number, { language }: Page) => formatDate(at, language).replace(/ \d{4}$/, '')

/** `12 Jul – 14 Aug`, or one day. */
const daysOf = (from: number | null, to: number | null, page: Page) =>
  from === null || to === null
    ? page.t('notices:dates.undated')
    : [...new Set([dayOf(from, page), dayOf(to, page)])].join(' – ')

function stagesView(page: Page, isOwn: IsOwn) {
  const { notices, course, clock } = page.services
  const now = clock.portal()
  const { round, stages } = stagesOf(course.rounds, notices.schedule(), now)
  const running = stages.filter(({ state }) => state === 'now').sort((one, other) => one.closesAt! - other.closesAt!)
  return {
    /** The round of the last three stages, and how many there are. */
    round,
    rounds: course.rounds.length,
    /** False for somebody signed in to whom that round cannot give a seat; its stages are then the way of others. */
    isOnTheWay: isOwn({ key: roundActivity(round, 'options') }),
    today: dayOf(now, page),
    stages: stages.map(({ stage, opensAt, closesAt, state, share }) => ({
      stage,
      state,
      share,
      when: daysOf(opensAt, closesAt, page),
      /** Today's mark: on the running stage that ends first. */
      isToday: stage === running[0]?.stage,
    })),
  }
}

/** The newest published result; without one, the day of the first. */
function resultOf({ services, base, t, language }: Page): { address: string; about: string } {
  const round = services.results.rounds().at(-1)
  if (round !== undefined) return { address: lookUpAddress(base, round), about: t('home:results.allotment', { round }) }
  const stage = (['final', 'provisional'] as const).find((one) => services.meritPages.inForce(one) !== null)
  const address = href(base, 'merit-lists')
  if (stage) return { address, about: t(`home:results.${stage}`) }
  const first = services.notices.activity('provisional-merit')
  return {
    address,
    about: first ? t('home:results.from', { date: formatDate(first.opensAt, language) }) : t('home:results.none'),
  }
}

/** The next opening, closing or publication, in words. */
function nextDateOf({ services, language }: Page): string {
  const next = soonestFirst(services.notices.schedule()).find(({ state }) => state !== 'past')
  if (!next) return ''
  const at = next.state === 'now' ? (next.closesAt ?? next.opensAt) : next.opensAt
  return `${formatDate(at, language)}: ${next.title[language]}`
}

function registrationOf({ language, services }: Page) {
  const current = services.notices.registration()
  const registration = services.notices.schedule().find(({ key }) => key === current?.key)
  if (!registration || registration.closesAt === null)
    return { state: 'unknown' as const, opens: '', closes: '', until: null }
  const { state, opensAt, closesAt } = registration
  if (current?.isLate && state === 'now') {
    return { state: 'late' as const, opens: '', closes: formatDateTime(closesAt, language), until: closesAt }
  }
  return {
    state: ({ past: 'over', now: 'open', next: 'before', later: 'before' } as const)[state],
    opens: formatDateTime(opensAt, language),
    closes: formatDateTime(closesAt, language),
    until: state === 'past' ? null : state === 'now' ? closesAt : opensAt,
  }
}
