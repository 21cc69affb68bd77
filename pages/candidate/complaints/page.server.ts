import { readGrievance } from '#pages/parts/grievances/read.server.ts'
import { contactView } from '#pages/parts/notices/views.ts'
import { href } from '#pages/ui/href.ts'
import { complaintRules, grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import type { Page } from '#server/features/index.ts'
import { GrievanceReply, NewGrievance } from '#server/features/scrutiny/grievances/schema.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { days } from '#server/kernel/time.ts'

export const texts = ['complaints', 'thread'] as const
export const title = ({ t }: Page) => t('complaints:title')

/** Complaints about the process in numbers, and for a candidate who is logged in their own. */
export function load(page: Page) {
  const { services, actor, language, arrivedAt } = page
  const { complaints } = services.grievances
  const { oldestAt, ...figures } = complaints.figures()
  const own = actor && services.grievances.own(actor.candidateId, arrivedAt)
  const mine = own?.grievances.filter(({ type }) => type === 'process') ?? []
  const now = services.clock.portal()
  const isOverdue = (one: (typeof mine)[number]) => one.state === 'open' && complaints.dueAt(one.filedAt) <= now
  return {
    within: complaintRules.within / days(1),
    /** The most characters of a text. */
    most: grievanceRules.maxCharacters,
    figures: {
      ...Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, formatCount(count)])),
      oldest: oldestAt === null ? null : formatDateTime(oldestAt, language),
    } as Record<keyof typeof figures, string> & { oldest: string | null },
    isLoggedIn: actor !== null,
    mine: mine
      .map((one) => ({
        ...readGrievance(page, one),
        dueAt: formatDateTime(complaints.dueAt(one.filedAt), language),
        isOverdue: isOverdue(one),
      }))
      .reverse(),
    /** The cell's helpline, for a complaint that is overdue. */
    phone: mine.some(isOverdue) ? contactView(services, language).phone : null,
    mayComplain: own?.mayComplain.ok ?? false,
    notNow: own && !own.mayComplain.ok ? page.invalid(own.mayComplain.refusal).form.message : null,
    by: formatDateTime(complaints.dueAt(now), language),
  }
}

/** A form that names a complaint adds to it; any other form makes a new one. */
export async function action(page: Page) {
  const { actor, services, base, language } = page
  if (!actor) return page.redirect(href(base, 'login'))
  const here = href(base, 'complaints')
  if ('grievance' in page.posted) {
    const form = page.form(GrievanceReply)
    if (!form.ok) return form
    const { grievance, text } = form.value
    const said = await services.grievances.say(actor.candidateId, Number(grievance), { text }, [], page.arrivedAt)
    if (!said.ok) return said
    const values = { number: said.value.number }
    return page.redirect(here, { type: 'success', key: 'grievances:flash.said', values })
  }
  const form = page.form(NewGrievance)
  if (!form.ok) return form
  const input = { type: 'process', text: form.value.text } as const
  const filed = await services.grievances.file(actor.candidateId, input, [], page.arrivedAt)
  if (!filed.ok) return filed
  const { number, filedAt } = filed.value
  const by = formatDateTime(services.grievances.complaints.dueAt(filedAt), language)
  return page.redirect(here, { type: 'success', key: 'grievances:flash.complaint', values: { number, by } })
}
