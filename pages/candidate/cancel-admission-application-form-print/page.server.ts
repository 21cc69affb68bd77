import type { CandidatePage } from '../../../server/services'
import { caseInWords } from '../../parts/cancellation/case.server'

export const texts = ['cancellation'] as const

/** The candidate's cancellation, and what the institute has recorded. */
export function load({ services, actor, language }: CandidatePage) {
  const found = services.cancellation.of(actor)
  return found && caseInWords(found, language)
}
