import type { Counts } from '#server/kernel/counts.ts'
import type { Offer, OfferState } from './offer'

/** What a report counts of the candidates with a seat, in the order of its columns. Source: rules §9.7. */
export const tallySteps = ['allotted', 'accepted', 'reported', 'admitted', 'cancelled', 'awaited'] as const

/** The number of candidates at each step, and the seats that they keep. */
export const tallyMeasures = [...tallySteps, 'kept'] as const
type Tally = Counts<(typeof tallyMeasures)[number]>

/** An institute's seats: its intake, what became of the seats given, and those that nobody keeps. */
export const seatMeasures = ['intake', ...tallySteps, 'vacant'] as const

/** The J&K migrants whom an institute has admitted: their seats are in no other measure. */
export const jkMeasure = 'jk-admitted'

/** What the report shows of an institute: the seats of the rounds, and J&K migrants beside them. */
export const instituteMeasures = [...seatMeasures, jkMeasure] as const

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

/** The verdicts of the second check of an admission. */
export const checkVerdicts = ['checked', 'objected'] as const
export type CheckVerdict = (typeof checkVerdicts)[number]
