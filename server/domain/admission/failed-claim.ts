import { listsOf } from '#server/domain/merit/lists.ts'
import type { MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { seatClaimsOf, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import type { Claims } from '#server/domain/terms/claims.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { isGone, type OfferState } from './offer'

/** The seat of a candidate whose claim failed. `minority`: the institute's community, or null. */
export type ClaimedSeat = { choiceCode: string; seatType: SeatType; minority: string | null; state: OfferState }

/**
 * What becomes of the seat. `released`: it is vacant in the next round. `institute`: after the rounds it passes to the
 * institute level, as an Open seat. `kept`: the admission stays, converted to Open.
 */
export type SeatOutcome = 'released' | 'institute' | 'kept'

/**
 * Was a seat won on claims that failed? It was if the remaining claims do not open its type. Where no seat is converted,
 * a rerun of the round says the same: nobody fares better or worse by not trying the seats that refused them.
 * Source: rules §9.1.
 */
export const needsLostClaim = (
  remaining: Parameters<typeof usableSeatTypes>[0],
  seat: Omit<ClaimedSeat, 'state'>,
): boolean => !usableSeatTypes(remaining, seat).includes(seat.seatType)

/**
 * What becomes of a candidate's seat after claims failed; null if they keep it as it is, or have none. During the rounds
 * a seat that was won on the claim is always released. `ifMissed`: the season's rule for the time after them.
 * Source: rules §9.1, §9.5.
 */
export function seatAfterFailedClaim(
  remaining: Claims,
  seat: ClaimedSeat,
  { areRoundsOver, ifMissed }: { areRoundsOver: boolean; ifMissed: MissedOutcome },
): SeatOutcome | null {
  if (isGone(seat.state)) return null
  // Only the lists that hold the candidate matter, not the place in them.
  const lists = listsOf(remaining.type)
  const place = (list: 'state' | 'all-india') => (lists.includes(list) ? 1 : null)
  const facts = { ...seatClaimsOf(remaining), stateMerit: place('state'), allIndiaMerit: place('all-india') }
  if (!needsLostClaim(facts, seat)) return null
  if (!areRoundsOver) return 'released'
  return ifMissed === 'keep' ? 'kept' : 'institute'
}
