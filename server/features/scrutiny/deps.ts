import type { Readable } from 'node:stream'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { CandidateFacts } from '../../domain/application/details'
import type { EditingWindows } from '../../domain/application/editing'
import type { StepForms } from '../../domain/application/form/forms'
import type { Answers } from '../../domain/application/form/question'
import type { StepNumber } from '../../domain/application/journey'
import type { ApplicationFees } from '../../domain/money/fees'
import type { RecordAct } from '../../domain/portal/audit'
import type { StaffRole, StaffScope } from '../../domain/portal/staff'
import type { ClaimFact } from '../../domain/scrutiny/scrutiny'
import type { Paise } from '../../kernel/money'
import type { Result } from '../../kernel/result'
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
