import { askOnce } from '#pages/parts/checking/ask.ts'
import { href } from '#pages/ui/href.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { AdmissionCheck } from '#server/features/admission/admission-reports/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { ok } from '#server/kernel/result.ts'

type Shown = DeskPage<'approvals/:code/:userId'>

export const layout = 'work' as const
export const texts = ['reports', 'documents', 'certificates', 'scrutiny', 'replies', 'staff'] as const
export const title = ({ t, params }: Shown) => `${t('reports:approval.title')} ${params.userId}`

/** One admission with what the second check compares; null for one that is not on the officer's lists. */
export function load({ services, actor, params, language, named }: Shown) {
  const found = services.admissionReports.readCandidate(actor, params.code, params.userId, language)
  if (!found.ok) return null
  const { code, name, facts, line } = found.value
  const next = services.admissionReports.nextAfter(actor, code, params.userId)
  const { candidateId: _id, admittedAt, checkedAt, answeredAt, ...admission } = line
  return {
    code,
    name: named(name),
    facts,
    admission: {
      ...admission,
      course: named(admission.course),
      admittedAt: formatDateTime(admittedAt, language),
      checkedAt: checkedAt === null ? null : formatDateTime(checkedAt, language),
      answeredAt: answeredAt === null ? null : formatDateTime(answeredAt, language),
    },
    mayCheck: mayDo(actor.role, 'approve'),
    replies: services.replies.choices('objection', language, language),
    next: next.ok ? next.value : null,
    /** The whole record, for an officer who may open it. */
    mayOpenRecord: mayDo(actor.role, 'help-desk') && services.helpDesk.mayOpen(actor, params.userId),
  }
}

/** Marks the admission as in order, or records an objection, once the officer has agreed; then the next one follows. */
export function action(page: Shown) {
  const { services, actor, params, cellBase, t } = page
  const { code, userId } = params
  const form = page.form(AdmissionCheck)
  if (!form.ok) return form
  const next = services.admissionReports.nextAfter(actor, code, userId)
  if (!next.ok) return next
  const { verdict, admission, reply, reason, agreed, onward } = form.value
  const missing = { field: 'reason', code: 'checkReason.required' }
  const said =
    verdict === 'objected'
      ? services.replies.compose('objection', page.language, { reply, text: reason }, missing)
      : ok(undefined)
  if (!said.ok) return said
  if (agreed !== verdict)
    return askOnce(page, {
      title: t(`reports:approval.agree.${verdict}`),
      lines: [t(`reports:approval.${verdict === 'checked' ? 'checked' : 'object'}-about`)],
      submit: t(`reports:approval.agree-go.${verdict}`),
      value: verdict,
    })
  const done = services.admissionReports.check(actor, code, { admission, verdict, reason: said.value })
  if (!done.ok) return done
  const to =
    onward && next.value !== null
      ? href(cellBase, 'approvals/:code/:userId', { code, userId: next.value })
      : href(cellBase, 'approvals/:code', { code })
  return page.redirect(to, { type: 'success', key: 'reports:flash.checked' })
}
