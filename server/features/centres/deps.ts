import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { QuestionStep } from '../../domain/application-form/question'
import type { RecordAct } from '../../domain/audit'
import type { CandidateFacts } from '../../domain/details'
import type { EditingWindows } from '../../domain/editing'
import type { MessageTemplate } from '../../domain/message-templates'
import type { AttendedPurpose } from '../../domain/otp'
import type { Activity } from '../../domain/schedule'
import type { StaffRole, StaffScope } from '../../domain/staff'
import type { Bilingual, Language } from '../../kernel/languages'
import type { Refusal, Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { CentresStore } from './store'

/** Whoever a session or a bearer speaks for. */
export type Actor = { candidateId: number }

/** Somebody of the staff, as a page of the desk knows them. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** A facilitation centre, as the directory tells of it. `district`: its code. */
export type Centre = { code: string; name: Bilingual; district: string; address: Bilingual }

/** A step as it is saved for a candidate; what is sent is the application's to judge. */
export type StepSave = { version: number; values: Readonly<Record<string, string>>; reopens?: readonly string[] }

/** `R`: why a step is not saved, which is the application's to say. */
export type CentresDeps<R extends Refusal = Refusal> = {
  db: Database
  store: CentresStore
  clock: Clock
  centres(): Centre[]
  centre(code: string): Centre | null
  activity(key: string): Activity | undefined
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
  record: RecordAct
  /** The form, whose own cases decide what becomes of it. All of them join the transaction. */
  application: {
    facts(candidateId: number): CandidateFacts
    /** The windows of this candidate, with the time that special orders give. */
    windows(candidateId: number): EditingWindows
    /** The number of the newest version that was submitted; 0 before the first. */
    version(candidateId: number): number
    saveStep(candidateId: number, step: QuestionStep, change: StepSave, at: Instant): Result<{ version: number }, R>
    confirm(candidateId: number): void
    withdrawConfirmation(candidateId: number): void
  }
  /** The OTP that a candidate reads out at the centre. */
  otp: {
    send(candidateId: number, purpose: AttendedPurpose): Result<{ sentTo: string[] }>
    check(candidateId: number, purpose: AttendedPurpose, otp: string): Result<undefined>
  }
}
