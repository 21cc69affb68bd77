import { CertificateForm } from '../../../server/features/certificates/schema'
import type { CandidatePage } from '../../../server/services'
import { entryView } from '../../parts/certificates/entry'
import { handIn } from '../../parts/certificates/hand-in.server'
import { href } from '../../ui/href'

export const texts = ['certificates', 'documents'] as const

/**
 * The certificates for which the candidate had only applied at submission. The CGPA certificate has a separate page.
 */
export function load(page: CandidatePage) {
  const { certificates } = page.services
  const entries = certificates.entries(page.actor, page.arrivedAt)
  return {
    entries: entries.filter(({ kind }) => kind !== 'cgpa-conversion').map((entry) => entryView(page, entry)),
    isCgpa: entries.some(({ kind }) => kind === 'cgpa-conversion'),
    dueAt: certificates.dueAt(page.actor),
  }
}

export async function action(page: CandidatePage) {
  const form = page.form(CertificateForm)
  if (!form.ok) return page.invalid(form.refusal)
  return handIn(page, form.value.kind, null, href(page.base, 'certificates'))
}
