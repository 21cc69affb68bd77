import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'

export const texts = ['jkseats'] as const

/** The seat by the seating in force; `seat` is null where there is none. */
export function load({ services, actor, language }: Page) {
  const seat = services.jkSeats.seatOf(actor!.candidateId)
  return { seat: seat && { ...seat, releasedAt: formatDateTime(seat.releasedAt, language) } }
}
