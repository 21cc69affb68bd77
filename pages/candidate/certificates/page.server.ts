import { entryView } from '#pages/parts/certificates/entry.ts'
import { handIn } from '#pages/parts/certificates/hand-in.server.ts'
import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { CertificateForm } from '#server/features/scrutiny/certificates/schema.ts'

export const texts = ['certificates', 'documents', 'files'] as const

/**
 * The certificates for which the candidate had only applied at submission. The CGPA certificate is listed, and has a
 * page of its own.
 */
export function load(page: CandidatePage) {
  const { certificates } = page.services
  const entries = certificates.entries(page.actor.candidateId, page.arrivedAt)
  const cgpa = entries.find(({ kind }) => kind === 'cgpa-conversion')
  return {
    entries: entries.filter(({ kind }) => kind !== 'cgpa-conversion').map((entry) => entryView(page, entry)),
    cgpa: cgpa ? { status: cgpa.status, isClosed: entryView(page, cgpa).closed !== null } : null,
    dueAt: certificates.dueAt(page.actor.candidateId),
  }
}

export async function action(page: CandidatePage) {
  const form = page.form(CertificateForm)
  if (!form.ok) return form
  return handIn(page, form.value.kind, null, href(page.base, 'certificates'))
}
