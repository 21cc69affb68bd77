import { copyToHandIn, handInCopy } from '#pages/parts/certificates/conversion.server.ts'
import { entryView } from '#pages/parts/certificates/entry.ts'
import { handIn, undoHandIn } from '#pages/parts/certificates/hand-in.server.ts'
import { href } from '#pages/ui/href.ts'
import { justUploaded } from '#server/domain/application/document-rules.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { CertificateForm } from '#server/features/scrutiny/certificates/schema.ts'
import type { Instant } from '#server/kernel/time.ts'

export const texts = ['certificates', 'documents', 'files', 'unfit'] as const

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
    cgpa: cgpa
      ? { status: cgpa.status, isClosed: entryView(page, cgpa).closed !== null, copy: copyToHandIn(page, cgpa) }
      : null,
    dueAt: certificates.dueAt(page.actor.candidateId),
    /** The certificate whose upload can still be undone. */
    just: justUploaded(
      entries.filter(({ status }) => status === 'uploaded').map(({ file, kind }) => file && { ...file, kind }),
      page.arrivedAt,
    )?.kind,
  }
}

export async function action(page: CandidatePage) {
  const here = href(page.base, 'certificates')
  if (page.posted.intent === 'copy') return handInCopy(page, here)
  const form = page.form(CertificateForm)
  if (!form.ok) return form
  const { kind, intent, of } = form.value
  return intent === 'undo' ? undoHandIn(page, kind, Number(of) as Instant, here) : handIn(page, kind, null, here)
}
