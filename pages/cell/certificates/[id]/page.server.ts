import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { CertificateCase } from '#server/features/scrutiny/certificates/decide.ts'
import { VerdictForm } from '#server/features/scrutiny/certificates/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'certificates/:id'>

export const texts = ['certificates', 'documents'] as const

/** A certificate beside the form's answers; null (404) for one that this officer may not see. */
export function load(page: Shown) {
  const found = page.services.certificates.openCase(page.actor, page.params.id)
  return found.ok ? show(page, found.value) : null
}

export function show({ services, language }: Shown, { mayHandIn: _, ...found }: CertificateCase) {
  const { kind, candidateId } = found
  const step = kind === 'cgpa-conversion' ? 'qualifications-details' : 'category-details'
  const sheet = services.application.sheet(candidateId, language, 'desk')
  return {
    ...found,
    fullName: sheet.fullName,
    rows: sheet.sections.filter((section) => section.step === step).flatMap(({ rows }) => rows),
    expected: kind === 'cgpa-conversion' ? services.certificates.expectedMarks(candidateId) : null,
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof show>) => t(`documents:kind.${data.kind}`)

export function action(page: Shown) {
  const form = page.form(VerdictForm)
  if (!form.ok) return form
  const done = page.services.certificates.decide(page.actor, page.params.id, form.value)
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'certificates'), {
    type: 'success',
    key: `certificates:flash.${form.value.intent}`,
    values: done.value,
  })
}
