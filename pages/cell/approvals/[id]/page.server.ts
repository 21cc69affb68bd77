import { mayDo } from '../../../../server/domain/portal/staff'
import { AdmissionCheck } from '../../../../server/features/admission-reports/schema'
import { formatDate } from '../../../../server/i18n/format'
import { writtenNumber } from '../../../../server/kernel/written-number'
import type { DeskPage } from '../../../../server/services'
import { href } from '../../../ui/href'

type Context = DeskPage<'approvals/:id'>

export const texts = ['reports', 'documents', 'meritpages'] as const
export const title = ({ t }: Context) => t('reports:approval.title')

const shownAtOnce = 50

/** The admissions of one institute, with their second check; null for an institute beyond the officer's region. */
export function load({ services, actor, params, query, language }: Context) {
  const list = services.admissionReports.readList(actor, params.id)
  if (!list.ok) return null
  const { code, name, lines } = list.value
  const pages = Math.max(1, Math.ceil(lines.length / shownAtOnce))
  const page = Math.min(writtenNumber(query.page) ?? 1, pages)
  return {
    code,
    name,
    page,
    pages,
    admitted: lines.length,
    checked: lines.filter(({ verdict }) => verdict === 'checked').length,
    hasCourses: new Set(lines.map(({ course }) => course)).size > 1,
    mayCheck: mayDo(actor.role, 'approve'),
    lines: lines
      .slice((page - 1) * shownAtOnce, page * shownAtOnce)
      .map(({ candidateId: _id, admittedAt, checkedAt, ...line }) => ({
        ...line,
        admittedAt: formatDate(admittedAt, language),
        checkedAt: checkedAt === null ? null : formatDate(checkedAt, language),
      })),
  }
}

/** Records a verdict on one admission. */
export function action(page: Context) {
  const form = page.form(AdmissionCheck)
  if (!form.ok) return page.invalid(form.refusal)
  const done = page.services.admissionReports.check(page.actor, page.params.id, form.value)
  if (!done.ok) return page.invalid(done.refusal)
  const at = writtenNumber(page.query.page) ?? 1
  return page.redirect(href(page.cellBase, 'approvals/:id', { id: page.params.id }, at > 1 ? { page: at } : {}), {
    type: 'success',
    key: 'reports:flash.checked',
  })
}
