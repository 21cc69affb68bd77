import { href } from '#pages/ui/href.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { AdmissionCheck } from '#server/features/admission/admission-reports/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = DeskPage<'approvals/:code/:userId'>

export const texts = ['reports', 'documents', 'certificates', 'scrutiny'] as const
export const title = ({ t, params }: Shown) => `${t('reports:approval.title')} ${params.userId}`

/** One admission with what the second check compares; null for one that is not on the officer's lists. */
export function load({ services, actor, params, language, named }: Shown) {
  const found = services.admissionReports.readCandidate(actor, params.code, params.userId, language)
  if (!found.ok) return null
  const { code, name, facts, line } = found.value
  const { candidateId: _, admittedAt, checkedAt, ...admission } = line
  return {
    code,
    name: named(name),
    facts,
    admission: {
      ...admission,
      course: named(admission.course),
      admittedAt: formatDateTime(admittedAt, language),
      checkedAt: checkedAt === null ? null : formatDateTime(checkedAt, language),
    },
    mayCheck: mayDo(actor.role, 'approve'),
    /** The whole record, for an officer who may open it. */
    mayOpenRecord: mayDo(actor.role, 'help-desk') && services.helpDesk.mayOpen(actor, params.userId),
  }
}

/** Marks the admission as in order, or records an objection to it; then the list goes on. */
export function action(page: Shown) {
  const { code } = page.params
  const form = page.form(AdmissionCheck)
  if (!form.ok) return form
  const done = page.services.admissionReports.check(page.actor, code, form.value)
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'approvals/:code', { code }), {
    type: 'success',
    key: 'reports:flash.checked',
  })
}
