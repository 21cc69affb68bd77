import { askOnce } from '#pages/parts/checking/ask.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { CertificateCase } from '#server/features/scrutiny/certificates/decide.ts'
import { VerdictForm } from '#server/features/scrutiny/certificates/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { ok } from '#server/kernel/result.ts'

type Shown = DeskPage<'certificates/:id'>

export const layout = 'work' as const
export const texts = ['certificates', 'documents', 'scrutiny', 'replies', 'staff'] as const

/** A certificate beside the form's answers; null (404) for one that this officer may not see. */
export function load(page: Shown) {
  const found = page.services.certificates.openCase(page.actor, page.params.id)
  return found.ok ? show(page, found.value) : null
}

export function show(page: Shown, { mayHandIn: _, ...found }: CertificateCase) {
  const { services, language, actor } = page
  const { kind, candidateId, id } = found
  const step = kind === 'cgpa-conversion' ? 'qualifications-details' : 'category-details'
  const sheet = services.application.sheet(candidateId, language, 'desk')
  return {
    ...found,
    fullName: sheet.fullName,
    rows: sheet.sections.filter((section) => section.step === step).flatMap(({ rows }) => rows),
    expected: kind === 'cgpa-conversion' ? services.certificates.expectedMarks(candidateId) : null,
    replies: services.replies.choices('certificate', candidateId, language),
    next: services.certificates.nextAfter(actor, id),
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof show>) => t(`documents:kind.${data.kind}`)

/** Accepts the certificate, or rejects it with a reply, once the officer has agreed; then the next one follows. */
export function action(page: Shown) {
  const { services, actor, params, cellBase, t } = page
  const form = page.form(VerdictForm)
  if (!form.ok) return form
  const { verdict, reply, remark, agreed, onward } = form.value
  const found = services.certificates.candidateOf(actor, params.id)
  if (!found.ok) return found
  const missing = { field: 'remark', code: 'remark.required' }
  const said =
    verdict === 'rejected'
      ? services.replies.compose('certificate', found.value, { reply, text: remark }, missing)
      : ok('')
  if (!said.ok) return said
  const next = services.certificates.nextAfter(actor, params.id)
  const done = services.certificates.decide(actor, params.id, { verdict, remark: said.value, agreed })
  if (!done.ok && done.refusal.code === 'certificate-agree')
    return askOnce(page, {
      title: t(`certificates:case.agree.${verdict}`),
      lines: [
        t(verdict === 'verified' ? 'certificates:case.accept-about' : 'certificates:case.reject-about'),
        t('scrutiny:agree.final'),
      ],
      submit: t(`certificates:case.agree-go.${verdict}`),
      value: verdict,
    })
  if (!done.ok) return done
  const to =
    onward && next !== null ? href(cellBase, 'certificates/:id', { id: String(next) }) : href(cellBase, 'certificates')
  return page.redirect(to, { type: 'success', key: `certificates:flash.${verdict}`, values: done.value })
}
