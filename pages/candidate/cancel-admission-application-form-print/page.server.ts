import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['cancellation'] as const

/** The candidate's cancellation, and what the institute has recorded. */
export function load({ services, actor, language }: CandidatePage) {
  const found = services.cancellation.of(actor.candidateId)
  return found && caseInWords(found, language)
}
