import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import type { Answers } from '../../domain/application-form/question'
import type { MessageTemplate } from '../../domain/message-templates'
import type { StepUpPurpose } from '../../domain/otp'
import type { Activity } from '../../domain/schedule'
import type { StepUpProof } from '../../http/step-up'
import type { Language } from '../../kernel/languages'
import type { Result } from '../../kernel/result'
import type { OptionFormStore } from './store'

/** Whoever a session or a bearer speaks for; the session names the device. */
export type Actor = { candidateId: number; sessionId?: number }

export type OptionFormDeps = {
  db: Database
  store: OptionFormStore
  clock: Clock
  course: CourseProfile
  /** The answers of the application, as scrutiny has left them. */
  answers(candidateId: number): Answers
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
  /** Writes to the outbox, in the open transaction. */
  announce(message: {
    candidateId: number
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params?: Record<string, string | number>
  }): void
  /** Whether words of an earlier piece still wait: OTPs must not queue behind thousands. */
  isWaiting(template: MessageTemplate): boolean
  /** Called after a transaction that announced something. */
  kickOutbox(): void
}
