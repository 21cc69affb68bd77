import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { CandidateFacts } from '../../domain/application/details'
import type { ApplicationFees } from '../../domain/money/fees'
import type { Tell } from '../../domain/portal/message-templates'
import type { StepUpPurpose } from '../../domain/portal/otp'
import type { Activity } from '../../domain/portal/schedule'
import type { StepUpProof } from '../../http/step-up'
import type { Result } from '../../kernel/result'
import type { ApplicationStore } from './store'

/** The candidate a session or a bearer speaks for. */
export type Actor = { candidateId: number }

export type ApplicationDeps = {
  db: Database
  store: ApplicationStore
  clock: Clock
  course: Course
  tell: Tell
  /** The application fees for this candidate: a payment already begun keeps its amount. */
  feesOf(candidateId: number): ApplicationFees
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  /** Until when special orders give a candidate time; null if there are none. */
  moreTime(candidateId: number): number | null
  /**
   * The progress of the candidate's seat, and the rounds among these in which the candidate may not begin. Sets of
   * rounds: bit n-1 is round n.
   */
  seatStanding(candidateId: number, rounds: number): Pick<CandidateFacts, 'seat' | 'holdsSeat' | 'roundsBarred'>
  /** May the candidate cancel an admission online now? */
  mayCancel(candidateId: number): boolean
  /** Called in the transaction that submits a form or changes its mode of scrutiny. */
  onSubmitted(candidateId: number): void
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
}
