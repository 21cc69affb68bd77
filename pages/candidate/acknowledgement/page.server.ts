import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['scrutiny'] as const

/** The confirmed facts, as the acknowledgement prints them; null (404) if the form is not confirmed. */
export function load({ services, actor, language }: CandidatePage) {
  const facts = services.acknowledgement(actor.candidateId, language)
  return facts && { ...facts, confirmed: formatDateTime(facts.confirmedAt, language) }
}
