import { copyToHandIn, handInCopy, rankedBy } from '#pages/parts/certificates/conversion.server.ts'
import { entryView } from '#pages/parts/certificates/entry.ts'
import { handIn } from '#pages/parts/certificates/hand-in.server.ts'
import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { MarksForm } from '#server/features/scrutiny/certificates/schema.ts'

export const texts = ['certificates', 'documents', 'files', 'unfit'] as const

/**
 * The CGPA conversion certificate with its marks, or the marks expected from the form; null (404) if none is needed.
 */
export function load(page: CandidatePage) {
  const { certificates } = page.services
  const actor = page.actor
  const entry = certificates.entries(actor.candidateId, page.arrivedAt).find(({ kind }) => kind === 'cgpa-conversion')
  if (!entry) return null
  return {
    entry: entryView(page, entry),
    /** The form has a copy, without the figures that an officer accepts. Source: rules §3.9, §9.2. */
    isInForm: page.services.documents.find(page.actor.candidateId, 'cgpa-conversion').ok,
    /** Its figures, while the copy can be handed in by one button. */
    copy: copyToHandIn(page, entry),
    ranked: rankedBy(page),
    marks: entry.stated ?? certificates.expectedMarks(actor.candidateId)!,
  }
}

export async function action(page: CandidatePage) {
  const here = href(page.base, 'graducation-marks-file')
  if (page.posted.intent === 'copy') return handInCopy(page, here)
  const form = page.form(MarksForm)
  if (!form.ok) return form
  const { cgpa, scale, percentage } = form.value
  return handIn(page, 'cgpa-conversion', { cgpa, scale, percentage }, here)
}
