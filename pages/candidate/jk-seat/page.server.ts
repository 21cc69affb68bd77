import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['jkseats'] as const

/** The candidate's seat in the current seating, and the choices that the cell recorded; null if there is none. */
export function load({ services, actor, language }: CandidatePage) {
  const seat = services.jkSeat.seatOf(actor.candidateId)
  const recorded = services.jkSeat.choicesOf(actor.candidateId)
  return {
    seat: seat && {
      ...placeIn(seat, language, services.course.form),
      releasedAt: formatDateTime(seat.releasedAt, language),
      admittedAt: seat.admittedAt === null ? null : formatDateTime(seat.admittedAt, language),
    },
    recorded: recorded && {
      choices: recorded.choices.replaceAll(',', ', '),
      was: recorded.was?.replaceAll(',', ', ') ?? null,
      reason: recorded.reason,
      at: formatDateTime(recorded.recordedAt, language),
    },
  }
}
