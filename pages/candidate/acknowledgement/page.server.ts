import { formatDateTime } from '../../../server/i18n/format'
import type { CandidatePage } from '../../../server/services'

export const texts = ['scrutiny', 'printables'] as const

/** What is confirmed, as the paper states it. */
export function load({ services, actor, language }: CandidatePage) {
  const facts = services.acknowledgement(actor.candidateId, language)
  return facts && { ...facts, confirmed: formatDateTime(facts.confirmedAt, language) }
}
