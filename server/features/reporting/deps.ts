import type { Readable } from 'node:stream'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { Offer, OfferState, RoundDeadlines } from '../../domain/admission/offer'
import type { Answers } from '../../domain/application/form/question'
import type { DocumentKind } from '../../domain/application/required-documents'
import type { CertificateStatus } from '../../domain/claims/certificates'
import type { RecordAct } from '../../domain/portal/audit'
import type { Tell } from '../../domain/portal/message-templates'
import type { Releases } from '../../domain/portal/release'
import type { Activity } from '../../domain/portal/schedule'
import type { StaffRole, StaffScope } from '../../domain/portal/staff'
import type { FactName } from '../../domain/scrutiny/scrutiny'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { SeatType } from '../../domain/seats/seat-types'
import type { Language } from '../../kernel/languages'
import type { Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
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
