import type { Readable } from 'node:stream'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import type { StepForms } from '../../domain/application-form/forms'
import type { Answers } from '../../domain/application-form/question'
import type { RecordAct } from '../../domain/audit'
import type { CandidateFacts } from '../../domain/details'
import type { EditingWindows } from '../../domain/editing'
import type { ApplicationFees } from '../../domain/fees'
import type { StepNumber } from '../../domain/journey'
import type { ClaimFact } from '../../domain/scrutiny'
import type { StaffRole, StaffScope } from '../../domain/staff'
import type { Paise } from '../../kernel/money'
import type { ScrutinyStore } from './store'

/** Whoever works at the desk. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** What a submitted version holds, as far as scrutiny looks at it. */
export type SubmittedForm = { answers: Answers; documents: readonly { kind: string; hash: string }[] }

/** A document on its way to an officer. */
export type ShownDocument = { stream: Readable; mediaType: string; bytes: number }

export type ScrutinyDeps = {
  db: Database
  store: ScrutinyStore
  clock: Clock
  course: CourseProfile
  forms: StepForms
  application: {
    facts(candidateId: number): CandidateFacts
    /** The windows of this candidate, with the time that special orders give. */
    windows(candidateId: number): EditingWindows
    /** Newest first. */
    versions(candidateId: number): readonly { number: number; submittedAt: number }[]
    snapshot(candidateId: number, version: number): SubmittedForm | null
    answers(candidateId: number): Answers
    /** The application fees that count for this candidate. */
    feesOf(candidateId: number): ApplicationFees
    paid(candidateId: number): Paise
    pickUp(candidateId: number): void
    release(candidateId: number): void
    revert(candidateId: number, steps: readonly StepNumber[]): void
    removeClaims(candidateId: number, claims: readonly ClaimFact[]): void
    confirm(candidateId: number): void
  }
  /** The documents of a candidate that count now. */
  documents(candidateId: number): readonly { name: string; mediaType: string; uploadedAt: number }[]
  openDocument(candidateId: number, name: string): Promise<ShownDocument | null>
  /** Writes the candidate's name; in the open transaction. */
  rename(candidateId: number, fullName: string): void
  record: RecordAct
  kickOutbox(): void
}
