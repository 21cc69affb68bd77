import { filePlace } from '#pages/parts/documents/place.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { CertificateEntry } from '#server/features/scrutiny/certificates/entries.ts'
import type { Acted } from '#server/http/page.ts'

/**
 * The figures with which the form's copy of the conversion certificate can be handed in by one button; null if that is not
 * possible or not wanted. Source: rules §3.9, §9.2.
 */
export function copyToHandIn({ services, actor }: CandidatePage, { status, mayHandIn }: CertificateEntry) {
  const marks = services.certificates.expectedMarks(actor.candidateId)
  const isWanted = status === 'wanted' && mayHandIn.ok
  return isWanted && marks?.percentage && services.documents.find(actor.candidateId, 'cgpa-conversion').ok
    ? marks
    : null
}

/** Hands in the form's copy. `here`: the address of the page. */
export function handInCopy(page: CandidatePage, here: string): Acted {
  const done = page.services.certificates.handInCopy(page.actor.candidateId, page.arrivedAt)
  if (!done.ok) return done
  return page.redirect(`${here}#${filePlace('cgpa-conversion')}`, { type: 'success', key: 'certificates:flash.saved' })
}

/**
 * The percentage by which the newest list that is out ranks the candidate, where the result of the degree leads; null before
 * a list, or for somebody in none. Source: rules §7.1.
 */
export function rankedBy({ services, actor }: CandidatePage) {
  if (services.course.merit[0] !== 'degree') return null
  for (const stage of ['final', 'provisional'] as const) {
    const standing = services.meritPages.standing(stage, actor.candidateId)
    if (standing) return { stage, percentage: standing.places[0]!.percentage }
  }
  return null
}
