import type { RoundEntry } from '#server/domain/terms/cap-rounds.ts'
import type { Instant } from '#server/kernel/time.ts'
import { decisionOf, mustFreeze, type Offer, offerState, type RoundDeadlines, type RoundRule } from './offer'

/** One past round of a candidate: its rule, its dates, and the seat that it allotted, if any. */
type PastRound = { rule: RoundRule; deadlines: RoundDeadlines; offer: Offer | null }

/** How a candidate enters the next round, with the seat that is kept or set aside. Its kinds: `RoundEntry`. */
export type Entry = { kind: 'takes-part' } | { kind: 'holds' | 'seated'; offer: Offer } | { kind: 'left'; why: LeftWhy }

/** Why a candidate left the rounds. */
const leftReasons = ['did-not-freeze', 'not-reported', 'cancelled'] as const
type LeftWhy = (typeof leftReasons)[number]

/**
 * How a candidate enters the round that follows these, oldest first. Source: rules §8.11.
 *
 * - A candidate who had to freeze and did not complete it in time leaves, as does one who did not report or cancelled.
 * - A candidate who took no action where betterment was possible loses the seat and takes part again.
 * - A frozen or admitted seat is final. A seat under a grievance, or with its fee at the bank, is set aside.
 * - After an upheld grievance, a failed claim or an order the candidate takes part on the facts of the day.
 */
export function entryAfter(rounds: readonly PastRound[], now: Instant): Entry {
  let entry: Entry = { kind: 'takes-part' }
  for (const { rule, deadlines, offer } of rounds) {
    if (!offer) continue
    entry = entryAfterRound(offer, rule, deadlines, now)
    if (entry.kind === 'left') return entry
  }
  return entry
}

/**
 * What the rounds still hold for a candidate without a seat: the next round, nothing because the candidate has left, or
 * nothing because this was the last.
 */
export type RoundsAhead = 'next-round' | 'left' | 'over'

/** `entry`: into the round that follows. Source: rules §8.11. */
export const roundsAheadOf = (entry: RoundEntry, isLastRound: boolean): RoundsAhead =>
  isLastRound ? 'over' : entry === 'left' ? 'left' : 'next-round'

function entryAfterRound(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, now: Instant): Entry {
  switch (offerState(offer, rule, deadlines, now)) {
    case 'held':
      return { kind: 'holds', offer }
    case 'to-report':
    case 'admitted':
      // When everybody reports, a seat kept for betterment is reported for and held as well.
      return { kind: decisionOf(offer, rule) === 'betterment' ? 'holds' : 'seated', offer }
    case 'in-grievance':
    case 'paying':
    case 'in-grace':
    case 'to-verify':
    case 'to-decide':
    case 'to-pay':
      return { kind: 'seated', offer }
    case 'not-accepted':
      return mustFreeze(offer, rule) ? { kind: 'left', why: 'did-not-freeze' } : { kind: 'takes-part' }
    case 'not-reported':
      return { kind: 'left', why: 'not-reported' }
    case 'ended':
      return offer.ending === 'cancelled' ? { kind: 'left', why: 'cancelled' } : { kind: 'takes-part' }
  }
}
