import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['jkseats'] as const

/** The candidate's seat in the current seating; `seat` is null if there is none. */
export function load({ services, actor, language }: CandidatePage) {
  const seat = services.jkSeat.seatOf(actor.candidateId)
  return {
    seat: seat && {
      ...placeIn(seat, language, services.course.form),
      releasedAt: formatDateTime(seat.releasedAt, language),
    },
  }
}
