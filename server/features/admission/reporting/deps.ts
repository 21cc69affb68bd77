import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Certificates } from '#server/features/scrutiny/certificates/service.ts'
import type { Scrutiny } from '#server/features/scrutiny/scrutiny/service.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { SelfVerification } from '../self-verification/service'
import type { ReportingStore } from './store'

/** A member of staff with their place of work. */
export type ReportingDeps = Pick<Notices, 'activity'> &
  Pick<Application, 'answers'> &
  Pick<Scrutiny, 'shownFacts'> &
  Pick<SelfVerification, 'nameChanges'> & {
    db: Database
    store: ReportingStore
    clock: Pick<Clock, 'portal'>
    course: Pick<Course, 'rounds'>
    releases: Releases
    acceptance: Pick<SeatAcceptance, 'seats' | 'seatsAt' | 'mayAdmit' | 'undoDecision' | 'newestRound' | 'takenBack'>
    documents: Pick<Documents, 'view'>
    certificates: Pick<Certificates, 'entries'>
    /** Called in the transaction in which an institute's day is signed. */
    onSigned(round: CapRound, institute: string): void
    /** Called in the transaction that withdraws an admission of this institute. */
    onUndone(institute: string): void
    tell: Tell
    record: RecordAct
  }
