import { eventsOf } from '#pages/parts/notices/events.ts'
import { momentsOf, soonestFirst, whenOf } from '#pages/parts/notices/moments.ts'
import { contactView, feesView, newestOf, noticesView } from '#pages/parts/notices/views.ts'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { href } from '#pages/ui/href.ts'
import type { Page } from '#server/features/index.ts'
import { safeNext } from '#server/http/safe-next.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { latest } from '#server/kernel/time.ts'

export const texts = ['notices', 'home', 'fees'] as const
export const isCacheable = true
export const structured = eventsOf
export const updatedAt = ({ services }: Page) =>
  latest(newestOf(services, 'notice'), services.notices.scheduleChangedAt())
export const title = ({ t, services, language }: Page) =>
  t('home:title', { course: services.course.courseShortTitle[language], year: services.course.academicYear })

/**
 * The facts that matter to a visitor now: open activities, their deadlines, the next ones, how to apply, and contacts.
 */
export function load(page: Page) {
  const { services, language, base, query } = page
  const schedule = services.notices.schedule()
  const ahead = soonestFirst(schedule).filter(({ state }) => state !== 'past')
  const next = safeNext(base, query.next) ?? undefined
  const late = services.notices.activity('late-registration')
  const isLateAhead = late !== undefined && late.opensAt > services.clock.portal()
  const registration = registrationOf(page, schedule)
  return {
    /** Until the portal is opened, a visitor reads only that it is not. */
    isOpened: services.settings.isOpened(),
    /** The address of the login, which leads on to the requested page. */
    login: href(base, 'login', undefined, { next }),
    hasNext: next !== undefined,
    registration,
    /** False once registration is over for good. */
    mayApply: registration.state !== 'over' || isLateAhead,
    /** When registration for seats outside the rounds opens; null once it is open, and if there is none. */
    lateFrom: isLateAhead ? formatDateTime(late.opensAt, language) : null,
    alsoOpen: ahead
      .filter(({ key, state }) => state === 'now' && key !== services.notices.registration()?.key)
      .map((activity) => ({ title: activity.title[language], when: whenOf(activity, page) })),
    rounds: roundsOf(page),
    results: resultsOf(page),
    dates: momentsOf(ahead, services.notices.undated(), page).slice(0, 5),
    notices: noticesView(services, language, 'notice', 2),
    fees: feesView(services),
    contact: contactView(services, language),
    /** True if facilitation centres confirm forms of this course. */
    hasCentres: services.course.form.modes.includes(2),
  }
}

/** The progress of the centralised rounds, in words; null until the first one is near. */
function roundsOf({ services, language, t }: Page): string | null {
  const { running, next, areOver } = services.notices.roundsNow()
  if (areOver) return t('home:rounds.over')
  if (running === null) return null
  const following = next && services.notices.schedule().find(({ key }) => key === next.key)
  return [
    t('home:rounds.running', { round: running }),
    following &&
      t('home:rounds.next', {
        title: following.title[language],
        when: whenOf(following, { t, language }),
      }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Published results, newest first: the rounds, and the merit list in force. */
function resultsOf({ services, base, t }: Page): { title: string; address: string }[] {
  const newestFirst = services.results.rounds().reverse()
  const allotments = newestFirst.map((round) => ({
    title: t('home:results.allotment', { round }),
    address: lookUpAddress(base, round),
  }))
  const stage = (['final', 'provisional'] as const).find((one) => services.meritPages.inForce(one) !== null)
  const merit = stage && { title: t(`home:results.${stage}`), address: href(base, 'merit-lists') }
  return [...allotments, ...(merit ? [merit] : [])]
}

type Schedule = ReturnType<Page['services']['notices']['schedule']>

function registrationOf({ language, services }: Page, schedule: Schedule) {
  const current = services.notices.registration()
  const registration = schedule.find(({ key }) => key === current?.key)
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
