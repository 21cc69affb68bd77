import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['jkseats'] as const

/** The candidate's seat in the current seating; `seat` is null if there is none. */
export function load({ services, actor, language }: CandidatePage) {
  const seat = services.jkSeat.seatOf(actor.candidateId)
  return { seat: seat && { ...seat, releasedAt: formatDateTime(seat.releasedAt, language) } }
}
