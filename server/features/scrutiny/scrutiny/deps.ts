import type { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { EditingWindows } from '#server/domain/application/editing.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { ClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { StaffRole, StaffScope } from '#server/domain/terms/staff.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Result } from '#server/kernel/result.ts'
import type { ScrutinyStore } from './store'
import type { TeamStore } from './team-store'

/** A member of staff at the desk. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** The parts of a submitted version that scrutiny reads. */
export type SubmittedForm = { answers: Answers; documents: readonly { kind: string; hash: string }[] }

/** A document on its way to an officer. */
export type ShownDocument = { stream: Readable; mediaType: string; bytes: number }

export type ScrutinyDeps = {
  db: Database
  store: ScrutinyStore
  team: TeamStore
  clock: Clock
  course: Course
  forms: StepForms
  application: {
    facts(candidateId: number): CandidateFacts
    /** This candidate's windows, with any extra time from special orders. */
    windows(candidateId: number): EditingWindows
    /** Newest first. */
    versions(candidateId: number): readonly { number: number; submittedAt: number }[]
    snapshot(candidateId: number, version: number): SubmittedForm | null
    answers(candidateId: number): Answers
    /** The application fees for this candidate. */
    feesOf(candidateId: number): ApplicationFees
    paid(candidateId: number): Paise
    pickUp(candidateId: number): void
    release(candidateId: number): void
    revert(candidateId: number, steps: readonly StepNumber[]): void
    removeClaims(candidateId: number, claims: readonly ClaimFact[]): void
    confirm(candidateId: number): void
  }
  /** The current documents of a candidate. */
  documents(candidateId: number): readonly { name: string; pages: number; uploadedAt: number }[]
  openDocument(candidateId: number, name: string): Promise<ShownDocument | null>
  /** One page (from 1) of a document as a picture. `lane`: whose turn it takes. */
  openPage(candidateId: number, name: string, page: number, lane: string): Promise<Result<ShownDocument>>
  /** Writes the candidate's name; in the open transaction. */
  rename(candidateId: number, fullName: string): void
  record: RecordAct
}
