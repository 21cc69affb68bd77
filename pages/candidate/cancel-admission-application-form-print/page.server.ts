import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['cancellation'] as const

/** The candidate's cancellation, and what the institute has recorded. */
export function load({ services, actor, language }: CandidatePage) {
  const found = services.cancellation.of(actor.candidateId)
  return found && caseInWords(placeIn(found, language, services.course.form), language)
}
