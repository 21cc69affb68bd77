import { type JkChoicesOf, type JkSeatOf, type JkSeatThen, jkChanges } from '#server/domain/seats/jk-seating.ts'
import type { StaffScope } from '#server/domain/terms/staff.ts'
import type { JkSeatsStore } from './store'

/** The view of J&K seats for candidates: each sees their own, by the seating in force. */
export function createJkSeat({ store }: { store: JkSeatsStore }) {
  return {
    /** The seat of a candidate; null if there is none. */
    seatOf: (candidateId: number): JkSeatOf | null => store.seatOf(candidateId) ?? null,

    /** The choices that the cell has recorded for a candidate; null if there are none. */
    choicesOf: (candidateId: number): JkChoicesOf | null => store.choicesOf(candidateId) ?? null,

    /** Those with a seat at the officer's own institute; nobody for any other role. */
    at: ({ role, institute }: Pick<StaffScope, 'role' | 'institute'>) =>
      role === 'institute' && institute ? store.seatedAt(institute) : [],

    /** Each seat that a candidate was given, and each moment at which they lost one, oldest first. */
    changesOf: (candidateId: number): JkSeatThen[] => jkChanges(store.history(candidateId)),
  }
}
