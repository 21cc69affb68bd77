import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/**
 * What a candidate can do about seats outside the rounds: until when institutes can be told, and how many are. `by`: in
 * words; `until`: epoch milliseconds. Null if they cannot be told now. Source: rules §8.19.
 */
export function nonCapOf({ services, actor, language }: CandidatePage) {
  const { window, hindrance, told } = services.nonCap.standing(actor.candidateId)
  if (hindrance || !window || window.closesAt === null) return null
  return {
    by: formatDateTime(window.closesAt, language),
    until: window.closesAt as number,
    told,
  }
}
