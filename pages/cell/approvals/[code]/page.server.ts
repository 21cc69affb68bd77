import { href } from '#pages/ui/href.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { AdmissionCheck } from '#server/features/admission/admission-reports/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { type Result, refuse } from '#server/kernel/result.ts'
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
  const objectTo = mayCheck ? lines.find(({ id }) => id === query.object) : undefined
  return {
    code,
    name: named(name),
    objectTo: objectTo && {
      id: objectTo.id,
      userId: objectTo.userId,
      fullName: objectTo.fullName,
      reason: objectTo.reason,
    },
    page,
    pages,
    admitted: lines.length,
    checked: lines.filter(({ verdict }) => verdict === 'checked').length,
    hasCourses: new Set(lines.map(({ course }) => course)).size > 1,
    mayCheck,
    lines: lines
      .slice((page - 1) * shownAtOnce, page * shownAtOnce)
      .map(({ candidateId: _id, admittedAt, checkedAt, ...line }) => ({
        ...line,
        course: named(line.course),
        admittedAt: formatDate(admittedAt, language),
        checkedAt: checkedAt === null ? null : formatDate(checkedAt, language),
      })),
  }
}

/** Marks the ticked admissions as in order, or records an objection to one. */
export function action(page: Context) {
  const done = page.posted.verdict === undefined ? inOrder(page) : verdictOf(page)
  if (!done.ok) return done
  const at = page.query.page ?? 1
  return page.redirect(href(page.cellBase, 'approvals/:code', { code: page.params.code }, at > 1 ? { page: at } : {}), {
    type: 'success',
    key: 'reports:flash.checked',
  })
}

function inOrder({ posted, services, actor, params }: Context): Result<undefined> {
  // The tick for all names those that the page showed.
  const all = typeof posted.all === 'string' ? posted.all.split('.') : []
  const named = Object.keys(posted).flatMap((name) => /^ordered-(.*)$/.exec(name)?.[1] ?? [])
  const ticked = [...new Set([...all, ...named].flatMap((id) => writtenNumber(id) ?? []))]
  if (!ticked.length)
    return refuse('check-answers', 422, { fields: [{ field: 'ordered', code: 'checkTicks.required' }] })
  return services.admissionReports.checkAll(actor, params.code, ticked)
}

function verdictOf(page: Context): Result<undefined> {
  const form = page.form(AdmissionCheck)
  return form.ok ? page.services.admissionReports.check(page.actor, page.params.code, form.value) : form
}
