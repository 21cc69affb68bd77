import { formatDate, formatDateTime, formatRupees } from '../../server/i18n/format'
import type { Language } from '../../server/kernel/languages'
import { rupees } from '../../server/kernel/money'
import type { Page } from '../../server/services'
import { calendarAddress, calendarOf } from './calendar'
import { nextDeadline } from './moments'

/** Views that more than one page shows; made on the server. */

type Services = Page['services']

/** The whole schedule, from which every deadline of the portal comes. */
export function scheduleView({ services, language }: Page) {
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

/** The newest published notices, in one language. */
export const noticesView = ({ notices }: Services, language: Language, limit: number) =>
  notices.latest(limit).map(({ id, title, body, publishedAt }) => ({
    id,
    title: title[language],
    body: body[language],
    date: formatDate(publishedAt, language),
  }))

/** The course's application fees, as text. */
export const feesView = ({ course }: Services) => ({
  open: formatRupees(rupees(course.applicationFees.open)),
  reserved: formatRupees(rupees(course.applicationFees.reserved)),
})

const mailAddress = (email: string) => ({ text: email, href: `mailto:${email}` })

/** How the cell is reached; addresses for the phone and the mail program come with the words. */
export function contactView({ course }: Services, language: Language) {
  const { contact, grievanceOfficer } = course
  return {
    phone: { text: contact.phone, href: `tel:${contact.phone.replace(/\s/g, '')}` },
    email: mailAddress(contact.email),
    hours: contact.hours[language],
    officer: { name: grievanceOfficer.name[language], email: mailAddress(grievanceOfficer.email) },
  }
}
