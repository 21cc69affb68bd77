import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import type { ApplicationFees } from '../../domain/fees'
import type { MessageTemplate } from '../../domain/message-templates'
import type { StepUpPurpose } from '../../domain/otp'
import type { Activity } from '../../domain/schedule'
import type { StepUpProof } from '../../http/step-up'
import type { Language } from '../../kernel/languages'
import type { Result } from '../../kernel/result'
import type { ApplicationStore } from './store'

/** Whoever a session or a bearer speaks for. */
export type Actor = { candidateId: number }

export type ApplicationDeps = {
  db: Database
  store: ApplicationStore
  clock: Clock
  course: CourseProfile
  /** Writes to the outbox, in the open transaction. */
  announce(message: {
    candidateId: number
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params?: Record<string, string | number>
  }): void
  /** Called after a transaction that announced something. */
  kickOutbox(): void
  /** The application fees that count for this candidate: a payment that has begun keeps its sum. */
  feesOf(candidateId: number): ApplicationFees
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  /** Until when special orders give a candidate time; null: there is none. */
  moreTime(candidateId: number): number | null
  /** Called in the transaction in which a form is submitted, or changes its mode of scrutiny. */
  onSubmitted(candidateId: number): void
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
}
