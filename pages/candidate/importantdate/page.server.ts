import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { calendarAddress, calendarOf } from './calendar'
import { nextDeadline } from './moments'

export const texts = ['notices'] as const
export const isCacheable = true
export const title = ({ t }: Page) => t('notices:dates.title')

/** The whole schedule, from which every deadline of the portal comes. */
export function load({ services, language }: Page) {
  const { course, clock, notices } = services
  const schedule = notices.schedule()
  const ahead = schedule.filter(({ state }) => state !== 'past')
  const owner = { slug: course.slug, name: course.courseShortTitle[language], language, now: clock.portal() }
  return {
    deadline: nextDeadline(schedule, language),
    activities: schedule.map(({ key, title, opensAt, closesAt, state }) => ({
      key,
      title: title[language],
      opens: formatDateTime(opensAt, language),
      closes: closesAt === null ? null : formatDateTime(closesAt, language),
      state,
    })),
    calendar: ahead.length ? calendarAddress(calendarOf(ahead, owner)) : null,
  }
}
