import { pageOf } from '#pages/ui/form/page-of.ts'
import { href } from '#pages/ui/href.ts'
import { telephonesOf } from '#server/domain/application/telephones.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import { type NoticeKind, paragraphs } from '#server/domain/site/notices.ts'
import type { Page } from '#server/features/index.ts'
import { formatDate, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { changesView } from './changes'
import { nextDeadline } from './moments'

/** Views that several pages share; made on the server. */

type Services = Page['services']
type Notice = ReturnType<Services['notices']['published']>[number]

/** The whole schedule, the source of every deadline on the portal. */
export function scheduleView(page: Page) {
  const { services, language } = page
  const { notices } = services
  const schedule = notices.schedule()
  const changes = changesView(page)
  const ahead = schedule.filter(({ state }) => state !== 'past')
  return {
    deadline: nextDeadline(schedule, language),
    activities: [
      ...schedule.map(({ key, title, opensAt, closesAt, state }) => ({
        key,
        title: title[language],
        opens: formatDateTime(opensAt, language),
        closes: closesAt === null ? null : formatDateTime(closesAt, language),
        state,
        change: changes.get(key) ?? null,
        calendar: state === 'past' ? null : href(page.base, 'importantdate/:key.ics', { key }, { lang: language }),
      })),
      ...notices.undated().map(({ key, title }) => ({
        key,
        title: title[language],
        opens: page.t('notices:dates.undated'),
        closes: null,
        state: 'later' as const,
        change: changes.get(key) ?? null,
        calendar: null,
      })),
    ],
    hasUndated: notices.undated().length > 0,
    calendar: ahead.length ? href(page.base, 'importantdate.ics', undefined, { lang: language }) : null,
  }
}

/** When the newest of these texts came out or was changed; null if there is none. */
export const newestOf = ({ notices }: Services, kind: NoticeKind): number | null =>
  notices
    .published(kind, 1000)
    .reduce<number | null>(
      (newest, { publishedAt, changedAt }) => Math.max(newest ?? 0, publishedAt, changedAt ?? 0),
      null,
    )

/** The published notices of a kind in one language, at most `limit`. */
export const noticesView = ({ notices }: Services, language: Language, kind: NoticeKind, limit?: number) =>
  notices.published(kind, limit).map((notice) => noticeView(notice, language))

/** The longest text that a search takes. */
export const longestSearch = 100

/**
 * A list of notices, as its address asks for it: `?archive=1` for the older ones, `?q=` for a search, `?page=`. Source:
 * rules §11.3.
 */
export function noticeListView({ services, language, query }: Page, kind: 'notice' | 'news') {
  const archive = query.archive === '1'
  const q = query.q?.trim().slice(0, longestSearch) ?? ''
  const { notices, archived } = services.notices.listed(kind, { archive, q })
  const { lines, ...place } = pageOf(notices, query.page)
  return { ...place, archive, archived, q, notices: lines.map((notice) => noticeView(notice, language)) }
}

export const noticeView = (
  {
    id,
    title,
    body,
    publishedAt,
    changedAt = null,
  }: Pick<Notice, 'id' | 'title' | 'body' | 'publishedAt'> & Partial<Notice>,
  language: Language,
) => ({
  id,
  title: title[language],
  body: paragraphs(body[language]),
  date: formatDate(publishedAt, language),
  changed: changedAt !== null && changedAt > publishedAt ? formatDate(changedAt, language) : null,
})

/** The current application fees, as formatted text. */
export const feesView = ({ course }: Services) => feeTexts(course.applicationFees)

const feeTexts = ({ open, reserved }: ApplicationFees) => ({
  open: formatRupees(open),
  reserved: formatRupees(reserved),
})

/** The time since which the fees apply, and the fees set for later. */
export function feeTimesView({ content, clock }: Services, language: Language) {
  const { versions, current } = content.fees()
  const since = versions.find(({ version }) => version === current)?.effectiveAt ?? null
  return {
    since: since === null ? null : formatDateTime(since, language),
    coming: versions.flatMap(({ version, effectiveAt, ...fees }) =>
      effectiveAt === null || effectiveAt <= clock.portal()
        ? []
        : [{ version, time: formatDateTime(effectiveAt, language), ...feeTexts(fees) }],
    ),
  }
}

const mailAddress = (email: string) => ({ text: email, href: `mailto:${email}` })

/** The cell's contact details, with links for phone and e-mail. */
export function contactView({ course }: Services, language: Language) {
  const { contact, grievanceOfficer } = course
  return {
    phone: { text: contact.phone, href: telephonesOf(contact.phone)[0]!.href },
    email: mailAddress(contact.email),
    hours: contact.hours[language],
    officer: { name: grievanceOfficer.name[language], email: mailAddress(grievanceOfficer.email) },
  }
}
