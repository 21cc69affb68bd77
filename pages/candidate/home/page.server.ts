import { safeNext } from '../../../server/http/page-handler'
import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { momentsOf, whenOf } from '../../notices-parts/moments'
import { contactView, feesView, noticesView } from '../../notices-parts/views'
import { href } from '../../ui/href'

export const texts = ['notices'] as const
export const isCacheable = true
export const title = ({ t, services, language }: Page) =>
  t('notices:home.title', { course: services.course.courseShortTitle[language], year: services.course.academicYear })

/** What matters to a visitor now: what is open and until when, what comes next, how to apply, whom to ask. */
export function load(page: Page) {
  const { services, language, base, query } = page
  const schedule = services.notices.schedule()
  const ahead = schedule.filter(({ state }) => state !== 'past')
  const next = safeNext(base, query.next) ?? undefined
  return {
    /** The login; it leads on to the page that was asked for. */
    login: href(base, 'login', undefined, { next }),
    hasNext: next !== undefined,
    registration: registrationOf(page, schedule),
    alsoOpen: ahead
      .filter(({ key, state }) => state === 'now' && key !== services.notices.registration()?.key)
      .map((activity) => ({ title: activity.title[language], when: whenOf(activity, page) })),
    dates: momentsOf(ahead.slice(0, 5), page),
    notices: noticesView(services, language, 'notice', 2),
    fees: feesView(services),
    contact: contactView(services, language),
  }
}

type Schedule = ReturnType<Page['services']['notices']['schedule']>

function registrationOf({ language, services }: Page, schedule: Schedule) {
  const key = services.notices.registration()?.key
  const registration = schedule.find((activity) => activity.key === key)
  if (!registration || registration.closesAt === null)
    return { state: 'unknown' as const, opens: '', closes: '', until: null }
  const { state, opensAt, closesAt } = registration
  if (key === 'late-registration' && state === 'now') {
    return { state: 'late' as const, opens: '', closes: formatDateTime(closesAt, language), until: closesAt }
  }
  return {
    state: ({ past: 'over', now: 'open', next: 'before', later: 'before' } as const)[state],
    opens: formatDateTime(opensAt, language),
    closes: formatDateTime(closesAt, language),
    until: state === 'past' ? null : state === 'now' ? closesAt : opensAt,
  }
}
