import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { Entry } from '#server/domain/admission/participation.ts'
import type { MessageTemplate, Tell } from '#server/domain/messages/message-templates.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import type { Result } from '#server/kernel/result.ts'
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
