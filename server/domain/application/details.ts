import { type CapRound, roundBit } from '#server/domain/terms/cap-rounds.ts'
import { fillStatus, type ScrutinyMode, type StepNumber } from '#server/domain/terms/journey.ts'
import { type Permissions, permissionsOf } from '#server/domain/terms/permissions.ts'
import { formStateOf, isConfirmed, isWithCandidate, type StateFacts, stateOf } from '#server/domain/terms/states.ts'
import { inRupees, type Paise, rupees } from '#server/kernel/money.ts'

/** The stored facts of a candidate's admission, with those of the schedule. */
export type CandidateFacts = StateFacts & {
  id: number
  fullName: string
  userId: string
  /** Bit n is set when step n is complete. */
  completedSteps: number
  /** Bit n is set while step n is open again because an earlier answer changed. */
  reopenedSteps: number
  /** Bit n is set when scrutiny sent step n back for correction. */
  stepsToCorrect: number
  /** Bit n is set when step n was saved after scrutiny had sent the form back. */
  correctedSteps: number
  /** Application fee captured. */
  feePaid: Paise
  /** Captured because the candidate moved to a category with a higher fee. */
  differencePaid: Paise
  /** Fell due because scrutiny removed a claim. */
  convertFee: Paise
  /** The part of it that was captured. */
  convertPaid: Paise
  /** The degree's result is a CGPA. */
  isCgpa: boolean
  /** At least one certificate was only applied for when the form was filled. */
  awaitsCertificates: boolean
  /** A grievance awaits its decision. */
  hasOpenGrievance: boolean
  /** In the provisional merit list in force. */
  isInProvisionalMerit: boolean
  /** In the final merit list in force. A form that an order has reopened does not count until it is confirmed again. */
  isInFinalMerit: boolean
  /** In the J&K list of the final merit list in force. The desk seats these migrants; they see no option form. */
  isOnJkList: boolean
  /** Bit n-1 is set once the option form of round n has opened, by the schedule. */
  roundsOpened: number
  /** Bit n-1 is set when the candidate has an option form or an allotment in round n. */
  roundsTaken: number
  /** Bit n-1 is set when round n, published, allotted the candidate a seat. */
  roundsAllotted: number
  /** Bit n-1 is set when the candidate may not begin in round n: seated by an earlier round, or gone. */
  roundsBarred: number
  /** The newest published round allotted a seat, or an order gave one back since. */
  holdsSeat: boolean
  /** Accepted a seat with the fee, or was admitted, and online cancellation has not ended. */
  mayCancel: boolean
  hasCancelled: boolean
}

/** The candidate details response, amounts in rupees, named as in rules §15.3. */
export type CandidateDetails = {
  id: number
  full_name: string
  user_id: string
  fill_status: StepNumber
  lock_form: number
  isarcconfirmed: number
  discrepancy: number
  isGrievance: number
  mode: ScrutinyMode
  isCandidateinFinalMerit: boolean
  isCandidateinProMerit: boolean
  isCandidateAllotmentRound1: boolean
  isCandidateAllotmentRound2: boolean
  isCandidateAllotmentRound3: boolean
  isCgpaUploaded: boolean
  isCandidateCancel: boolean
  isCandidateCancelPrint: boolean
  isconvert_payment_status: 'Y' | 'N'
  isconvert_fee: number
  isconvert_paid_amt: number
  paid_amt: number
  diff_amt_paid: number
}

/** The furthest step that may be opened: after submission the last, until a changed answer reopens an earlier one. */
export const reachedStep = (facts: CandidateFacts): StepNumber =>
  fillStatus({
    completedSteps: facts.completedSteps,
    isSubmitted: facts.submittedAt !== null && facts.reopenedSteps === 0,
  })

/** Steps that scrutiny sent back and that have not been saved since, as a mask. */
export const stepsLeftToCorrect = (facts: CandidateFacts): number =>
  formStateOf(facts) !== 'reverted' ? 0 : facts.stepsToCorrect & ~facts.correctedSteps

/**
 * May the candidate take part in a round? Yes if its option form has opened for candidates who may choose, unless an
 * earlier round seated them or they have left, or if they have an option form or an allotment in it. Source: rules
 * §6.6, §8.17.
 */
function takesPartIn(round: CapRound, facts: CandidateFacts): boolean {
  const { isInFinalMerit, isOnJkList, roundsOpened, roundsTaken, roundsBarred } = facts
  const mayBegin = isInFinalMerit && !isOnJkList ? roundsOpened & ~roundsBarred : 0
  return ((mayBegin | roundsTaken) & roundBit(round)) !== 0
}

/**
 * Facts → the flags of the details response, by the state of the application. In mode 1 the form is locked from
 * submission until scrutiny reverts it; `fill_status` stays 8 once submitted.
 */
export function detailsOf(facts: CandidateFacts): CandidateDetails {
  const state = stateOf(facts)
  return {
    id: facts.id,
    full_name: facts.fullName,
    user_id: facts.userId,
    fill_status: reachedStep(facts),
    lock_form: facts.mode === 1 && !isWithCandidate(state) ? 1 : 0,
    isarcconfirmed: isConfirmed(state) ? 1 : 0,
    discrepancy: state === 'reverted' ? 1 : 0,
    isGrievance: facts.hasOpenGrievance ? 1 : 0,
    mode: facts.mode,
    isCandidateinFinalMerit: facts.isInFinalMerit,
    isCandidateinProMerit: facts.isInProvisionalMerit,
    isCandidateAllotmentRound1: takesPartIn(1, facts),
    isCandidateAllotmentRound2: takesPartIn(2, facts),
    isCandidateAllotmentRound3: takesPartIn(3, facts),
    isCgpaUploaded: facts.isCgpa,
    isCandidateCancel: facts.mayCancel,
    isCandidateCancelPrint: facts.hasCancelled,
    isconvert_payment_status: facts.convertFee > 0 && facts.convertPaid >= facts.convertFee ? 'Y' : 'N',
    isconvert_fee: inRupees(facts.convertFee),
    isconvert_paid_amt: inRupees(facts.convertPaid),
    paid_amt: inRupees(facts.feePaid),
    diff_amt_paid: inRupees(facts.differencePaid),
  }
}

/** Facts that the permissions need and the details response lacks. */
type BeyondDetails = {
  holdsSeat: boolean
  /** May the candidate take part in round 4, 5, …; empty for a season of three rounds. */
  laterRounds: readonly boolean[]
}

/** `rounds`: how many rounds the season has. */
export function beyondDetails(facts: CandidateFacts, rounds: number): BeyondDetails {
  const laterRounds: boolean[] = []
  for (let round = 4; round <= rounds; round++) laterRounds.push(takesPartIn(round, facts))
  return { holdsSeat: facts.holdsSeat, laterRounds }
}

/** The permission flags of a details response. `threshold`: payments below it open the convert fee. */
export const permissionsFromDetails = (
  details: CandidateDetails,
  threshold: Paise,
  beyond: BeyondDetails = { holdsSeat: false, laterRounds: [] },
): Permissions =>
  permissionsOf({
    mode: details.mode,
    lockForm: details.lock_form,
    isArcConfirmed: details.isarcconfirmed,
    isInProvisionalMerit: details.isCandidateinProMerit,
    isInFinalMerit: details.isCandidateinFinalMerit,
    isInAllotmentRound: [
      details.isCandidateAllotmentRound1,
      details.isCandidateAllotmentRound2,
      details.isCandidateAllotmentRound3,
      ...beyond.laterRounds,
    ],
    isCgpaUploaded: details.isCgpaUploaded,
    mayCancel: details.isCandidateCancel,
    hasCancelled: details.isCandidateCancelPrint,
    holdsSeat: beyond.holdsSeat,
    convertFee: {
      paymentStatus: details.isconvert_payment_status,
      fee: rupees(details.isconvert_fee),
      convertPaid: rupees(details.isconvert_paid_amt),
      paid: rupees(details.paid_amt),
      differencePaid: rupees(details.diff_amt_paid),
      threshold,
    },
  })
