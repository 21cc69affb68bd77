import type { Readable } from 'node:stream'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Answers } from '../../domain/application-form/question'
import type { RecordAct } from '../../domain/audit'
import type { CertificateKind } from '../../domain/certificates'
import type { MessageTemplate } from '../../domain/message-templates'
import type { Activity } from '../../domain/schedule'
import type { ClaimFact } from '../../domain/scrutiny'
import type { StaffRole, StaffScope } from '../../domain/staff'
import type { UploadedFile } from '../../http/upload'
import type { Language } from '../../kernel/languages'
import type { Result } from '../../kernel/result'
import type { CertificatesStore } from './store'

/** Whoever a session or a bearer speaks for. */
export type Actor = { candidateId: number }

/** Somebody of the staff, as a page of the desk knows them. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** A file that has been judged by its content and lies under its hash. */
export type KeptFile = { hash: string; mediaType: string; bytes: number; pages: number; originalName: string }

export type CertificatesDeps = {
  db: Database
  store: CertificatesStore
  clock: Clock
  /** Everything answered that still applies. */
  answers(candidateId: number): Answers
  isSubmitted(candidateId: number): boolean
  /** Removes claims from a confirmed form; in the caller's transaction. */
  removeClaims(candidateId: number, claims: readonly ClaimFact[]): void
  activity(key: string): Activity | undefined
  /** Until when special orders give a candidate time; null: there is none. */
  moreTime(candidateId: number): number | null
  files: {
    /** Takes the files of one certificate in as every document is taken in; faults are of the field `file`. */
    keep(candidateId: number, kind: CertificateKind, uploaded: readonly UploadedFile[]): Promise<Result<KeptFile>>
    read(hash: string): Promise<Readable>
  }
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
}
