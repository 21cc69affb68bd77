import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { AttendedPurpose } from '#server/domain/accounts/otp.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { EditingWindows } from '#server/domain/application/editing.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { QuestionStep } from '#server/domain/terms/question.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import type { Refusal, Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CentresStore } from './store'

/** A member of staff, as a page of the desk knows them. */
/** A facilitation centre from the directory. `district`: its code. */
export type Centre = { code: string; name: Bilingual; district: string; address: Bilingual }

/** A step saved for a candidate; the application judges its content. */
export type StepSave = { version: number; values: Readonly<Record<string, string>>; reopens?: readonly string[] }

/** `R`: the application's reasons for not saving a step. */
export type CentresDeps<R extends Refusal = Refusal> = {
  db: Database
  store: CentresStore
  clock: Clock
  centres(): Centre[]
  centre(code: string): Centre | null
  activity(key: string): Activity | undefined
  tell: Tell
  record: RecordAct
  /** The form; its own use cases decide the outcome. All of them join the transaction. */
  application: {
    facts(candidateId: number): CandidateFacts
    /** This candidate's windows, with any extra time from special orders. */
    windows(candidateId: number): EditingWindows
    /** The number of the newest submitted version; 0 before the first. */
    version(candidateId: number): number
    saveStep(candidateId: number, step: QuestionStep, change: StepSave, at: Instant): Result<{ version: number }, R>
    confirm(candidateId: number): void
    withdrawConfirmation(candidateId: number): void
  }
  /** Stores a scan as one of the candidate's documents; the documents judge it and the time for it. */
  putDocument(candidateId: number, kind: string, files: readonly UploadedFile[], at: Instant): Promise<Result<unknown>>
  /** The OTP that a candidate reads out at the centre. */
  otp: {
    send(candidateId: number, purpose: AttendedPurpose): Result<{ sentTo: string[] }>
    check(candidateId: number, purpose: AttendedPurpose, otp: string): Result<undefined>
  }
}
