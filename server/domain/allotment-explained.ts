import { type MeritNumbers, type SeatClaims, usableSeatTypes } from './seat-claims'
import { isAllIndiaSeatType, type SeatType } from './seat-types'

/**
 * Why a type of seat did not take a candidate at a choice code. `merit`: everybody whom it took stands above them.
 * `kept`: its holders of an earlier round kept it, who come first whatever their merit number. `no-seat`: in this round
 * no seat of this type was free.
 */
export type Refusing = 'merit' | 'kept' | 'no-seat'

export type ClosedPool = {
  seatType: SeatType
  list: 'state' | 'all-india'
  /** The candidate's own number in that list. */
  own: number
  /** The last number admitted; null where nobody was. */
  last: number | null
  why: Refusing
}

export type ChoiceFacts = {
  choiceCode: string
  /** The institute's own minority community; null elsewhere. */
  minority: string | null
  /** The types of seat that the matrix has there. */
  seatTypes: readonly string[]
  /** The last merit number admitted, by type of seat. */
  closing: Readonly<Record<string, number>>
}

/**
 * Why a candidate was not admitted at a choice code that they like better: every type of seat that they could use, with
 * the last merit number that it took. Empty where the institute has no seat for them. Source: decisions §8 "Explain my
 * allotment".
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
