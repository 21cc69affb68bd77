import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { OfferEnding } from '../../domain/admission/offer'
import type { Stated } from '../../domain/admission/self-verification'
import type { NamedZone } from '../../domain/allotment/zone'
import type { StepForms } from '../../domain/application/form/forms'
import type { Answers } from '../../domain/application/form/question'
import type { StepNumber } from '../../domain/application/journey'
import type { RecordAct } from '../../domain/portal/audit'
import type { Tell } from '../../domain/portal/message-templates'
import type { StepUpPurpose } from '../../domain/portal/otp'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { StepUpProof } from '../../http/step-up'
import type { Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { SelfVerificationStore } from './store'

export type Actor = { candidateId: number }

/** The seat whose facts are verified. */
export type VerifiedSeat = { candidateId: number; runId: number; round: CapRound }

export type SelfVerificationDeps = {
  db: Database
  store: SelfVerificationStore
  clock: Pick<Clock, 'portal'>
  forms: StepForms
  course: Pick<Course, 'ownHours'>
  application: {
    /** A submitted application as it was at an instant; null before the first version. */
    answersAt(candidateId: number, at: Instant): Answers | null
    answers(candidateId: number): Answers
    fullName(candidateId: number): string
    rename(candidateId: number, fullName: string): void
    /** Writes the answers as the form's next version. */
    correct(candidateId: number, after: Answers): void
  }
  seats: {
    find(actor: Actor, round: CapRound): (VerifiedSeat & { verifiedAt: Instant | null }) | null
    /** Ok with the seat if the candidate may verify now. */
    mayVerify(actor: Actor, round: CapRound, at: Instant): Result<VerifiedSeat>
    /** The deadline of the candidate's next act; null if there is none. */
    actBy(candidateId: number): Instant | null
    end(row: {
      candidateId: number
      round: CapRound
      ending: Extract<OfferEnding, 'grievance-upheld'>
      at: Instant
    }): void
  }
  /** The names of the documents that a candidate has uploaded. */
  documents(candidateId: number): readonly string[]
  /** Raises a grievance about these steps, in the open transaction. */
  raise(candidateId: number, steps: readonly StepNumber[], text: string): Result<{ id: number; number: string }>
  /** The zone of influence of corrected facts in the run that gave the seat, by the engine's own rules. */
  zoneOf(seat: VerifiedSeat, corrected: Stated): Promise<NamedZone>
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
  tell: Tell
  record: RecordAct
}
