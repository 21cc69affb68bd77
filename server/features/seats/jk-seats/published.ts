import type { JkSeatOf } from '#server/domain/seats/jk-seating.ts'
import type { JkSeatsStore } from './store'

/** The view of J&K seats for candidates: each sees their own, by the seating in force. */
export function createJkSeat({ store }: { store: JkSeatsStore }) {
  return {
    /** The seat of a candidate; null if there is none. */
    seatOf(candidateId: number): JkSeatOf | null {
      const seat = store.seatOf(candidateId)
      if (!seat) return null
      const { seatingId: seating, meritNumber: merit, choiceCode, institute, course, preference } = seat
      return { seating, merit, choiceCode, institute, course, preference, releasedAt: seat.decidedAt! }
    },
  }
}
