import type { Offer, OfferState } from './offer'

/** What a report counts of the candidates with a seat, in the order of its columns. Source: rules §9.7. */
export const tallySteps = ['allotted', 'accepted', 'reported', 'admitted', 'cancelled', 'awaited'] as const
type TallyStep = (typeof tallySteps)[number]

/** The number of candidates at each step, and the seats that they keep. */
export type Tally = Record<TallyStep, number> & { kept: number }

export const emptyTally = (): Tally => ({
  allotted: 0,
  accepted: 0,
  reported: 0,
  admitted: 0,
  cancelled: 0,
  awaited: 0,
  kept: 0,
})

const accepted: readonly OfferState[] = ['held', 'to-report', 'admitted', 'not-reported']
const lost: readonly OfferState[] = ['not-accepted', 'not-reported', 'ended']

/**
 * Adds a candidate's newest seat to a tally. Reported: the institute admitted the candidate, or found a fault in an
 * original. `isAwaited`: a certificate of an admitted candidate is still awaited. A supernumerary seat takes none of
 * the intake. Source: rules §9.7.
 */
export function addToTally(
  tally: Tally,
  { offer, state, isAwaited }: { offer: Offer; state: OfferState; isAwaited: boolean },
): void {
  tally.allotted++
  if (accepted.includes(state) || offer.ending === 'cancelled') tally.accepted++
  if (offer.admittedAt !== null || offer.resetAt !== null) tally.reported++
  if (state === 'admitted') tally.admitted++
  if (state === 'admitted' && isAwaited) tally.awaited++
  if (offer.ending === 'cancelled') tally.cancelled++
  if (!lost.includes(state) && !offer.isSupernumerary) tally.kept++
}

/** The sum of tallies. */
export function sumOfTallies(tallies: Iterable<Tally>): Tally {
  const sum = emptyTally()
  for (const tally of tallies) for (const step of [...tallySteps, 'kept'] as const) sum[step] += tally[step]
  return sum
}

/** The verdicts of the second check of an admission. */
export const checkVerdicts = ['checked', 'objected'] as const
export type CheckVerdict = (typeof checkVerdicts)[number]
