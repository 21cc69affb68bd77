import { type BreachNotice, breachNotices, isWithoutDelay } from '../../../../server/domain/privacy/breaches'
import { NoticeSent } from '../../../../server/features/privacy/schema'
import { formatCount, formatDateTime } from '../../../../server/i18n/format'
import { pageTexts } from '../../../../server/i18n/texts'
import { languages } from '../../../../server/kernel/languages'
import { writtenNumber } from '../../../../server/kernel/written-number'
import type { DeskPage } from '../../../../server/services'
import { href } from '../../../ui/href'

type Shown = DeskPage<'breaches/:id'>

export const texts = ['dataoffice'] as const

const idOf = ({ params }: Shown): number => writtenNumber(params.id) ?? 0

/** One breach with its clocks and the drafts of its notices in both languages; null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, language } = page
  const { privacy, clock } = services
  const breach = privacy.breaches.find(idOf(page))
  if (!breach) return null
  const now = clock.real()
  return {
    id: breach.id,
    noticed: formatDateTime(breach.noticedAt, language),
    notices: breach.notices.map(({ notice, dueAt, sentAt }) => ({
      notice,
      due: isWithoutDelay(notice) ? null : formatDateTime(dueAt, language),
      sent: sentAt === null ? null : formatDateTime(sentAt, language),
      isLate: sentAt === null && !isWithoutDelay(notice) && now > dueAt,
    })),
    drafts: breachNotices.map((notice) => ({
      notice,
      texts: languages.map((lang) => ({ lang, text: draftOf(services, breach, notice, lang) })),
    })),
  }
}

type Found = NonNullable<ReturnType<DeskPage['services']['privacy']['breaches']['find']>>

/** A notice in one language, with what the cell wrote down about the breach. */
function draftOf(
  { course }: DeskPage['services'],
  breach: Found,
  notice: BreachNotice,
  lang: (typeof languages)[number],
): string {
  const t = pageTexts[lang]
  const said = (part: 'what' | 'data' | 'consequences' | 'measures' | 'steps') =>
    breach[`${part}${lang === 'en' ? 'En' : 'Mr'}`]
  return t(`dataoffice:draft.${notice}`, {
    cell: course.cellName[lang],
    address: course.cellAddress[lang],
    course: course.courseTitle[lang],
    year: course.academicYear,
    officer: course.grievanceOfficer.name[lang],
    email: course.grievanceOfficer.email,
    phone: course.contact.phone,
    noticed: formatDateTime(breach.noticedAt, lang),
    people: breach.people === 0 ? t('dataoffice:people.unknown') : formatCount(breach.people),
    what: said('what'),
    data: said('data'),
    consequences: said('consequences'),
    measures: said('measures'),
    steps: said('steps'),
  })
}

export const title = ({ t }: Shown, data: unknown): string =>
  t('dataoffice:breaches.number', { id: (data as NonNullable<ReturnType<typeof load>>).id })

export function action(page: Shown) {
  const form = page.form(NoticeSent)
  if (!form.ok) return page.invalid(form.refusal)
  const sent = page.services.privacy.breaches.sent(page.actor, idOf(page), form.value.notice)
  if (!sent.ok) return page.invalid(sent.refusal)
  const to = href(page.cellBase, 'breaches/:id', { id: page.params.id })
  return page.redirect(to, { type: 'success', key: 'dataoffice:flash.sent' })
}
