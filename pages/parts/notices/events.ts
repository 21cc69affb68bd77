import { href } from '#pages/ui/href.ts'
import type { Page } from '#server/features/index.ts'

/** The coming activities of the schedule as events of schema.org. */
export function eventsOf({ services, language, base }: Page): object | null {
  const { course, notices, publicUrl } = services
  const ahead = notices.schedule().filter(({ state }) => state !== 'past')
  if (ahead.length === 0) return null
  const url = `${publicUrl()}${href(base, 'importantdate')}`
  const organizer = { '@type': 'GovernmentOrganization', name: course.cellName[language] }
  return {
    '@context': 'https://schema.org',
    '@graph': ahead.map(({ key, title, opensAt, closesAt }) => ({
      '@type': 'Event',
      '@id': `${url}#${key}`,
      name: `${title[language]}: ${course.courseShortTitle[language]}`,
      startDate: new Date(opensAt).toISOString(),
      endDate: new Date(closesAt ?? opensAt).toISOString(),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url },
      organizer,
    })),
  }
}
