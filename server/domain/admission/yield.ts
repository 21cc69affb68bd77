import type { Counts } from '#server/kernel/counts.ts'
import { isHeld, type Offer, type OfferState } from './offer'

/** The acts that follow from a seat, in order; a seat counts at each one done. */
export const yieldSteps = ['allotted', 'verified', 'decided', 'paid', 'reported', 'admitted'] as const

/**
 * Why a seat was not kept. `never-answered`: nothing was done. `undecided`: the facts were verified and nothing decided.
 * `unpaid`: decided, and not paid in time. `reset`: the institute found a fault in an original, and the candidate did not
 * accept again. `taken-back`: by a grievance, a failed claim or an order.
 */
export const yieldLosses = [
  'never-answered',
  'undecided',
  'unpaid',
  'reset',
  'not-reported',
  'cancelled',
  'taken-back',
] as const

/**
 * What became of a seat. `kept`: accepted, and still the candidate's. `open`: the candidate, the portal or the gateway can
 * still decide about it. `upgraded`: left for a better seat. Every seat is one of these or lost.
 */
export const yieldEnds = ['kept', 'open', 'upgraded', ...yieldLosses] as const
export type YieldEnd = (typeof yieldEnds)[number]
export const isLoss = (end: YieldEnd): boolean => (yieldLosses as readonly YieldEnd[]).includes(end)

export const yieldMeasures = [...yieldSteps, ...yieldEnds] as const
export type YieldCounts = Counts<(typeof yieldMeasures)[number]>

/** What a round's seats are counted by. `category`: the candidate's. */
export const yieldDimensions = ['round', 'institute', 'category', 'seatType'] as const
export type YieldDimension = (typeof yieldDimensions)[number]

type SeatThen = { offer: Offer; state: OfferState }

/** What became of a seat. */
function yieldEndOf({ offer, state }: SeatThen): YieldEnd {
  if (state === 'ended') {
    if (offer.ending === 'cancelled' || offer.ending === 'upgraded') return offer.ending
    return 'taken-back'
  }
  if (state === 'not-reported') return 'not-reported'
  if (state !== 'not-accepted') return isHeld(state) ? 'kept' : 'open'
  if (offer.resetAt !== null) return 'reset'
  if (offer.decision !== null) return 'unpaid'
  return offer.verifiedAt === null ? 'never-answered' : 'undecided'
}

/**
 * Adds a seat that a round gave, and returns what became of it. `offers`: the seat in that round and, while it was kept, in
 * later ones, oldest first; the newest one decides. Source: rules §9.8.
 */
export function addToYield(counts: YieldCounts, offers: readonly [SeatThen, ...SeatThen[]]): YieldEnd {
  const last = offers[offers.length - 1]!
  // Whom an institute reset had accepted and reported before, though nothing of that counts any more.
  const isAny = (has: (offer: Offer) => boolean) => offers.some(({ offer }) => has(offer) || offer.resetAt !== null)
  counts.allotted++
  if (isAny(({ verifiedAt }) => verifiedAt !== null)) counts.verified++
  if (isAny(({ decision }) => decision !== null)) {
    counts.decided++
    if (isAny(({ fee }) => fee === 'paid')) counts.paid++
  }
  if (isAny(({ admittedAt }) => admittedAt !== null)) counts.reported++
  if (last.state === 'admitted') counts.admitted++
  const end = yieldEndOf(last)
  counts[end]++
  return end
}

/** The seats of a candidate over the rounds, each as the offers of one seat; `own`: oldest first. */
export function seatsOver<Seat extends SeatThen>(own: readonly Seat[]): [Seat, ...Seat[]][] {
  const seats: [Seat, ...Seat[]][] = []
  for (const seat of own) {
    const newest = seats[seats.length - 1]
    if (seat.offer.isRetained && newest) newest.push(seat)
    else seats.push([seat])
  }
  return seats
}

/** The share of the seats about which all is decided that are kept, those upgraded left aside, in tenths of a per cent; null without one. */
export function keptShare({
  allotted,
  upgraded,
  open,
  kept,
}: Pick<YieldCounts, 'allotted' | 'upgraded' | 'open' | 'kept'>): number | null {
  const asked = allotted - upgraded - open
  return asked > 0 ? Math.round((kept * 1000) / asked) / 10 : null
}
