import { CertificateForm } from '../../../server/features/certificates/schema'
import type { Page } from '../../../server/services'
import { entryView } from '../../certificates-parts/entry'
import { handIn } from '../../certificates-parts/hand-in'
import { href } from '../../ui/href'

export const texts = ['certificates', 'documents'] as const

/** The certificates that were only applied for when the form was submitted. The CGPA's has a page of its own. */
export function load(page: Page) {
  const { certificates } = page.services
  const entries = certificates.entries(page.actor!, page.arrivedAt)
  return {
    entries: entries.filter(({ kind }) => kind !== 'cgpa-conversion').map((entry) => entryView(page, entry)),
    isCgpa: entries.some(({ kind }) => kind === 'cgpa-conversion'),
    dueAt: certificates.dueAt(page.actor!),
  }
}

export async function action(page: Page) {
  const form = page.form(CertificateForm)
  if (!form.ok) return page.invalid(form.refusal)
  return handIn(page, form.value.kind, null, href(page.base, 'certificates'))
}
