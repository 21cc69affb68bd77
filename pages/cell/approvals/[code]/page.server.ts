import { href } from '#pages/ui/href.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

type Context = DeskPage<'approvals/:code'>

export const texts = ['reports', 'documents', 'meritpages', 'certificates'] as const
export const title = ({ t }: Context) => t('reports:approval.title')

const shownAtOnce = 50

/** The admissions of one institute, with their second check; null for an institute beyond the officer's region. */
export function load({ services, actor, params, query, language, named }: Context) {
  const list = services.admissionReports.readList(actor, params.code)
  if (!list.ok) return null
  const { code, name, lines } = list.value
  const pages = Math.max(1, Math.ceil(lines.length / shownAtOnce))
  const page = Math.min(query.page ?? 1, pages)
  const mayCheck = mayDo(actor.role, 'approve')
  return {
    code,
    name: named(name),
    page,
    pages,
    admitted: lines.length,
    checked: lines.filter(({ verdict }) => verdict === 'checked').length,
    hasCourses: new Set(lines.map(({ course }) => course)).size > 1,
    mayCheck,
    lines: lines
      .slice((page - 1) * shownAtOnce, page * shownAtOnce)
      .map(({ candidateId: _id, admittedAt, checkedAt, answeredAt, ...line }) => ({
        ...line,
        course: named(line.course),
        admittedAt: formatDate(admittedAt, language),
        checkedAt: checkedAt === null ? null : formatDate(checkedAt, language),
        answeredAt: answeredAt === null ? null : formatDate(answeredAt, language),
      })),
  }
}

/** Marks the ticked admissions as in order. An objection is made where the documents are. */
export function action(page: Context) {
  const { posted, services, actor, params } = page
  // The tick for all names those that the page showed.
  const all = typeof posted.all === 'string' ? posted.all.split('.') : []
  const named = Object.keys(posted).flatMap((name) => /^ordered-(.*)$/.exec(name)?.[1] ?? [])
  const ticked = [...new Set([...all, ...named].flatMap((id) => writtenNumber(id) ?? []))]
  if (!ticked.length)
    return refuse('check-answers', 422, { fields: [{ field: 'ordered', code: 'checkTicks.required' }] })
  const done = services.admissionReports.checkAll(actor, params.code, ticked)
  if (!done.ok) return done
  const at = page.query.page ?? 1
  return page.redirect(href(page.cellBase, 'approvals/:code', { code: params.code }, at > 1 ? { page: at } : {}), {
    type: 'success',
    key: 'reports:flash.checked',
  })
}
