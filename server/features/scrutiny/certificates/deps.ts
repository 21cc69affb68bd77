import type { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { SeatOutcome } from '#server/domain/admission/failed-claim.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { CertificateKind, MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import type { ClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { StaffRole, StaffScope } from '#server/domain/terms/staff.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import type { Result } from '#server/kernel/result.ts'
import type { CertificatesStore } from './store'

/** A member of staff, as a page of the desk knows them. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** A file that was checked by its content and is stored under its hash. */
export type KeptFile = { hash: string; mediaType: string; bytes: number; pages: number; originalName: string }

export type CertificatesDeps = {
  db: Database
  store: CertificatesStore
  clock: Clock
  /** Every answer that still applies. */
  answers(candidateId: number): Answers
  isSubmitted(candidateId: number): boolean
  /** Removes claims from a confirmed form; in the caller's transaction. */
  removeClaims(candidateId: number, claims: readonly ClaimFact[]): void
  /**
   * Settles the seat that the removed claims won, in the caller's transaction: cancelled, or kept as an Open one. Null
   * if there is none.
   */
  convertToOpen(candidateId: number, ifMissed: MissedOutcome): SeatOutcome | null
  /** A run of a round is under preparation, or waits for its release or publication. */
  isRunInHand(): boolean
  course: Pick<Course, 'ifCertificateMissed'>
  activity(key: string): Activity | undefined
  /** Until when special orders give a candidate time; null if there are none. */
  moreTime(candidateId: number): number | null
  files: {
    /** Takes in the files of one certificate like any other document; faults are reported on the field `file`. */
    keep(candidateId: number, kind: CertificateKind, uploaded: readonly UploadedFile[]): Promise<Result<KeptFile>>
    read(hash: string): Promise<Readable>
    /** The document of this kind in the candidate's form; null if there is none. */
    inForm(candidateId: number, kind: CertificateKind): KeptFile | null
  }
  tell: Tell
  record: RecordAct
}
