import type { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Offer, OfferState, RoundDeadlines } from '#server/domain/admission/offer.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { CertificateStatus } from '#server/domain/scrutiny/certificates.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { StaffRole, StaffScope } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ReportingStore } from './store'

/** A member of staff with their place of work. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** A seat as seat acceptance gives it. */
export type OfferedSeat = {
  offer: Offer & { candidateId: number; seatType: SeatType; originalType: SeatType | null }
  state: OfferState
  deadlines: RoundDeadlines
}

/** A name that changed after the allotment. `byOfficer`: an officer decided on it; otherwise only its spelling changed. */
type NameChange = { fact: string; label: string; stated: string; right: string; at: Instant; byOfficer: boolean }

export type ReportingDeps = {
  db: Database
  store: ReportingStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'rounds'>
  releases: Releases
  activity(key: string): Activity | undefined
  acceptance: {
    /** Every seat that rounds have allotted a candidate, oldest first. */
    seats(actor: { candidateId: number }, now?: Instant): OfferedSeat[]
    /** The seats of a round at one institute, by choice code. */
    seatsAt(round: CapRound, institute: string, now?: Instant): OfferedSeat[]
    /** May the institute admit this candidate now, for the newest round's seat? */
    mayAdmit(candidateId: number, round: CapRound, at: Instant): Result<unknown>
    undoDecision(candidateId: number, round: CapRound): void
    newestRound(): CapRound | null
  }
  /** Every answer that still applies. */
  answers(candidateId: number): Answers
  /** The candidate's facts beside their documents. */
  shownFacts(
    person: { id: number; fullName: string },
    language: Language,
  ): readonly {
    name: FactName
    isClaim: boolean
    rows: readonly { label: string; value: string }[]
    documents: readonly { kind: string; pages: number; uploadedAt: number }[]
  }[]
  /** The names that changed after the allotment, as they were and as they are. */
  nameChanges(candidateId: number, language: Language): readonly NameChange[]
  openDocument(
    candidateId: number,
    name: string,
  ): Promise<{ stream: Readable; mediaType: string; bytes: number } | null>
  /** How far an awaited certificate is. */
  certificateStatus(candidateId: number, kind: DocumentKind): CertificateStatus | null
  /** Called in the transaction in which an institute's day is signed. */
  onSigned(round: CapRound, institute: string): void
  /** Called in the transaction that withdraws an admission of this institute. */
  onUndone(institute: string): void
  tell: Tell
  record: RecordAct
}
