import type { Instant } from '../kernel/time'
import type { CapRound } from './cap-rounds'
import { fillStatus, type ScrutinyMode, type StepNumber } from './journey'
import { type Permissions, permissionsOf } from './permissions'

/** What is stored of a candidate's way through the admission; one query reads it. Amounts are rupees. */
export type CandidateFacts = {
  id: number
  fullName: string
  userId: string
  mode: ScrutinyMode
  /** Bit n is set when step n is complete. */
  completedSteps: number
  /** Bit n is set while step n is open again, because an earlier answer changed. */
  reopenedSteps: number
  submittedAt: Instant | null
  /** An officer has taken the form up. */
  pickedUpAt: Instant | null
  /** Set when scrutiny sent the form back; cleared by the next submission. */
  revertedAt: Instant | null
  /** When the form was last sent back; a submission leaves it. */
  lastRevertedAt: Instant | null
  /** Bit n is set when scrutiny sent step n back to be corrected. */
  stepsToCorrect: number
  /** Bit n is set when step n was saved after scrutiny had sent the form back. */
  correctedSteps: number
  confirmedAt: Instant | null
  /** Application fee captured. */
  feePaid: number
  /** Captured because the candidate moved to a dearer category. */
  differencePaid: number
  /** Fell due because scrutiny removed a claim. */
  convertFee: number
  /** Captured of that. */
  convertPaid: number
  /** The degree's result is stated as a CGPA. */
  isCgpa: boolean
  /** A certificate was only applied for when the form was filled. */
  awaitsCertificates: boolean
  /** A grievance waits for its decision. */
  hasOpenGrievance: boolean
  /** In the provisional merit list in force. */
  isInProvisionalMerit: boolean
  /** In the final merit list in force. A form that an order opened since does not count until it is confirmed again. */
  isInFinalMerit: boolean
  /** In the J&K list of the final merit list in force: such migrants are seated by the desk and see no option form. */
  isOnJkList: boolean
  /** Bit n-1 is set once the option form of round n has opened, by the schedule. */
  roundsOpened: number
  /** Bit n-1 is set when the candidate has an option form or an allotment in round n. */
  roundsTaken: number
  /** The newest published round allotted a seat. */
  holdsSeat: boolean
}

/** The candidate details response, names as the specification spells them (§3). */
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

/** The furthest step that may be opened: after submission all of them, until an earlier answer re-opens one. */
export const reachedStep = (facts: CandidateFacts): StepNumber =>
  fillStatus({
    completedSteps: facts.completedSteps,
    isSubmitted: facts.submittedAt !== null && facts.reopenedSteps === 0,
  })

/** The steps that scrutiny sent back and that have not been saved again since, as a mask. */
export const stepsLeftToCorrect = (facts: CandidateFacts): number =>
  facts.revertedAt === null ? 0 : facts.stepsToCorrect & ~facts.correctedSteps

/**
 * May the candidate take part in a round: its option form has opened for whoever may choose, or they have an option form
 * or an allotment in it. Source: decisions §6.
 */
function takesPartIn(round: CapRound, facts: CandidateFacts): boolean {
  const { isInFinalMerit, isOnJkList, roundsOpened, roundsTaken } = facts
  const mayBegin = isInFinalMerit && !isOnJkList ? roundsOpened : 0
  return ((mayBegin | roundsTaken) & (1 << (round - 1))) !== 0
}

/**
 * Facts → the flags of the details response. In mode 1 the form is locked from submission until scrutiny reverts it;
 * `fill_status` stays 8 once submitted. No table holds cancellations yet, so the flags that speak of them can only say
 * "none".
 */
export function detailsOf(facts: CandidateFacts): CandidateDetails {
  const isSubmitted = facts.submittedAt !== null
  const isReverted = facts.revertedAt !== null
  return {
    id: facts.id,
    full_name: facts.fullName,
    user_id: facts.userId,
    fill_status: reachedStep(facts),
    lock_form: facts.mode === 1 && isSubmitted && !isReverted ? 1 : 0,
    isarcconfirmed: facts.confirmedAt === null ? 0 : 1,
    discrepancy: isReverted ? 1 : 0,
    isGrievance: facts.hasOpenGrievance ? 1 : 0,
    mode: facts.mode,
    isCandidateinFinalMerit: facts.isInFinalMerit,
    isCandidateinProMerit: facts.isInProvisionalMerit,
    isCandidateAllotmentRound1: takesPartIn(1, facts),
    isCandidateAllotmentRound2: takesPartIn(2, facts),
    isCandidateAllotmentRound3: takesPartIn(3, facts),
    isCgpaUploaded: facts.isCgpa,
    isCandidateCancel: false,
    isCandidateCancelPrint: false,
    isconvert_payment_status: facts.convertFee > 0 && facts.convertPaid >= facts.convertFee ? 'Y' : 'N',
    isconvert_fee: facts.convertFee,
    isconvert_paid_amt: facts.convertPaid,
    paid_amt: facts.feePaid,
    diff_amt_paid: facts.differencePaid,
  }
}

/**
 * The permission flags of a details response. `threshold`: rupees, from the course profile. `holdsSeat`: the one fact
 * that the details do not tell.
 */
export const permissionsFromDetails = (details: CandidateDetails, threshold: number, holdsSeat = false): Permissions =>
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
    ],
    isCgpaUploaded: details.isCgpaUploaded,
    mayCancel: details.isCandidateCancel,
    hasCancelled: details.isCandidateCancelPrint,
    holdsSeat,
    convertFee: {
      paymentStatus: details.isconvert_payment_status,
      fee: details.isconvert_fee,
      convertPaid: details.isconvert_paid_amt,
      paid: details.paid_amt,
      differencePaid: details.diff_amt_paid,
      threshold,
    },
  })
