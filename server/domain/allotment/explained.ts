import { type MeritNumbers, type SeatClaims, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import { isAllIndiaSeatType, type SeatType } from '#server/domain/terms/seat-types.ts'

/**
 * Why a type of seat did not take a candidate at a choice code. `merit`: everybody admitted has a better number.
 * `kept`: holders from an earlier round kept it; they come first whatever their merit number. `no-seat`: no seat of
 * this type was free in this round.
 */
type Refusing = 'merit' | 'kept' | 'no-seat'

export type ClosedPool = {
  seatType: SeatType
  list: 'state' | 'all-india'
  /** The candidate's number in that list. */
  own: number
  /** The last number admitted; null if nobody was. */
  last: number | null
  why: Refusing
}

export type ChoiceFacts = {
  choiceCode: string
  /** The institute's minority community; null for other institutes. */
  minority: string | null
  /** The types of seat that the matrix has at this choice code. */
  seatTypes: readonly string[]
  /** The last merit number admitted, by type of seat. */
  closing: Readonly<Record<string, number>>
}

/**
 * Why a candidate was not admitted at a choice code that they prefer: every type of seat that they could use, with
 * its last merit number admitted. Empty if the institute has no seat for them. Source: rules §8.10.
 */
export function whyNotAt(candidate: SeatClaims & MeritNumbers, choice: ChoiceFacts): ClosedPool[] {
  return usableSeatTypes(candidate, choice).flatMap((seatType): ClosedPool[] => {
    const isAllIndia = isAllIndiaSeatType(seatType)
    const own = (isAllIndia ? candidate.allIndiaMerit : candidate.stateMerit)!
    const last = choice.closing[seatType] ?? null
    const list = isAllIndia ? 'all-india' : 'state'
    if (last !== null) return [{ seatType, list, own, last, why: own < last ? 'kept' : 'merit' }]
    return choice.seatTypes.includes(seatType) ? [{ seatType, list, own, last, why: 'no-seat' }] : []
  })
}
