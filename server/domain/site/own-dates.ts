import { isGone, type OfferState } from '#server/domain/admission/offer.ts'
import type { NextAct } from '#server/domain/application/task-list.ts'
import { type CapRound, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'

/** A candidate's newest seat, as far as it decides which dates are theirs. */
export type SeatForDates = {
  round: CapRound
  state: OfferState
  /** The candidate has left the rounds, or has a seat for good: later rounds are for others. */
  isOutOfLaterRounds: boolean
}

/** The standing of a candidate that decides which activities of the schedule are theirs. */
export type StandingForDates = {
  application: NextAct['kind']
  /** The form counts only for seats outside the rounds: it was submitted, or is not confirmed, after late registration opened. */
  isForNonCapAlone: boolean
  /** The final merit list is published without this candidate. */
  isAbsentFromMerit: boolean
  /** On the J&K list: the desk seats the candidate outside the rounds. */
  isOnJkList: boolean
  /** The newest round with a published allotment; null before the first. */
  newestRound: CapRound | null
  /** A round follows whose allotment is not published. */
  hasRoundsAhead: boolean
  seat: SeatForDates | null
}

/** The states in which a candidate does not report: the seat is held for the next round, or was lost before. */
const notReporting: readonly OfferState[] = ['held', 'not-accepted', 'ended']

const isNotConsidered = ({ application, isForNonCapAlone, isAbsentFromMerit }: StandingForDates) =>
  application === 'too-late' ||
  application === 'not-checked' ||
  application === 'excluded' ||
  isForNonCapAlone ||
  isAbsentFromMerit

const isOutOfTheRounds = (standing: StandingForDates) => isNotConsidered(standing) || standing.isOnJkList

/** No round can give this candidate a seat any more, and none has: seats outside the rounds remain. */
const isLeftWithoutSeat = (standing: StandingForDates): boolean => {
  const { application, isAbsentFromMerit, isOnJkList, hasRoundsAhead, seat } = standing
  if (application !== 'confirmed' || isOnJkList) return false
  if (isAbsentFromMerit) return true
  return (seat === null || isGone(seat.state)) && (!hasRoundsAhead || seat?.isOutOfLaterRounds === true)
}

/** Is this activity of a round for the candidate? A round without a published allotment is for everybody still in it. */
function concernsInRound(
  { round, part }: NonNullable<ReturnType<typeof roundOfActivity>>,
  { newestRound, seat }: StandingForDates,
): boolean {
  if (seat?.isOutOfLaterRounds && round > seat.round) return false
  if (part === 'options' || part === 'allotment' || newestRound === null || round > newestRound) return true
  if (seat?.round !== round) return false
  return part === 'acceptance' || !notReporting.includes(seat.state)
}

/**
 * Does this activity of the schedule concern the candidate? It leaves out what is only for others: late registration for
 * a submitted form that is in time, while a round can give it a seat; registration and scrutiny of the rounds for one that
 * is not in time; the merit lists and rounds for a form that is not considered; the rounds for a J&K migrant and after a candidate
 * has left them; and cancellation once no round can give a seat. An activity that the cell has added is for everybody.
 * Source: rules §12.7.
 */
export function concerns(key: string, standing: StandingForDates): boolean {
  const { application, isForNonCapAlone, seat } = standing
  if (key === 'late-registration') {
    const isInTime = !['fill', 'submit', 'too-late', 'not-checked'].includes(application)
    return isForNonCapAlone || !isInTime || isLeftWithoutSeat(standing)
  }
  if (key === 'registration' || key === 'scrutiny') return !isForNonCapAlone
  const inRound = roundOfActivity(key)
  if (inRound) return !isOutOfTheRounds(standing) && concernsInRound(inRound, standing)
  if (key === 'cancellation') {
    const hasSeat = seat !== null && !isGone(seat.state)
    const mayHaveSeat = hasSeat || (standing.hasRoundsAhead && !seat?.isOutOfLaterRounds)
    return !isOutOfTheRounds(standing) && mayHaveSeat
  }
  if (key === 'provisional-merit' || key === 'grievances' || key === 'final-merit') {
    return standing.isAbsentFromMerit || !isNotConsidered(standing)
  }
  return true
}
