import type { SeatType } from '#server/domain/terms/seat-types.ts'

/** The seats of one type at a choice code. */
export type Pool = { choiceCode: string; seatType: SeatType; count: number }

/** A seat that somebody keeps. `originalType`: its type in the matrix, if it was converted. */
export type Kept = { choiceCode: string; seatType: SeatType; originalType: SeatType | null }

/**
 * The vacant seats by their type in the matrix, zeros included: those that nobody keeps. An order may give a seat above
 * the intake; it makes no vacancy negative. Source: rules §8.18.
 */
export function vacantSeats(matrix: readonly Pool[], kept: readonly Kept[]): Pool[] {
  const nameOf = (choiceCode: string, seatType: SeatType) => `${choiceCode} ${seatType}`
  const taken = new Map<string, number>()
  for (const { choiceCode, seatType, originalType } of kept) {
    const pool = nameOf(choiceCode, originalType ?? seatType)
    taken.set(pool, (taken.get(pool) ?? 0) + 1)
  }
  return matrix.map(({ choiceCode, seatType, count }) => ({
    choiceCode,
    seatType,
    count: Math.max(0, count - (taken.get(nameOf(choiceCode, seatType)) ?? 0)),
  }))
}
