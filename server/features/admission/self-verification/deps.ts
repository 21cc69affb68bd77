import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { OfferEnding } from '#server/domain/admission/offer.ts'
import type { Stated } from '#server/domain/admission/self-verification.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
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
