import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { Entry } from '../../domain/admission/participation'
import type { Answers } from '../../domain/application/form/question'
import type { MessageTemplate, Tell } from '../../domain/portal/message-templates'
import type { StepUpPurpose } from '../../domain/portal/otp'
import type { Activity } from '../../domain/portal/schedule'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { StepUpProof } from '../../http/step-up'
import type { Result } from '../../kernel/result'
import type { OptionFormStore } from './store'

/** The candidate a session or a bearer speaks for; the session names the device. */
export type Actor = { candidateId: number; sessionId?: number }

export type OptionFormDeps = {
  db: Database
  store: OptionFormStore
  clock: Clock
  course: Course
  /** The answers of the application, after scrutiny. */
  answers(candidateId: number): Answers
  /** How a candidate enters a round, by the seats of the rounds before it. */
  entry(candidateId: number, round: CapRound): Entry
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
  tell: Tell
  /** True while earlier messages of this kind still wait: OTPs must not queue behind thousands. */
  isWaiting(template: MessageTemplate): boolean
}
