import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { BulkMessages } from '#server/features/messages/bulk-messages/service.ts'
import type { Messages } from '#server/features/messages/messages/service.ts'
import type { Zones } from '#server/features/seats/allotment/zones.ts'
import type { Directory } from '#server/features/seats/directory/service.ts'
import type { PublishedSeatsService } from '#server/features/seats/seat-matrix/published.ts'
import type { Vacancies } from '#server/features/seats/vacancies/service.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OrdersStore } from './store'

export type OrdersDeps = {
  db: Database
  store: OrdersStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'courseShortTitle'>
  record: RecordAct
  releases: Releases
  notices: Pick<Notices, 'schedule' | 'moveClosings'>
  application: Pick<Application, 'factsOf' | 'revert' | 'exclude' | 'readmit'>
  bulkMessages: Pick<BulkMessages, 'countEverybody' | 'tellMany'>
  messages: Pick<Messages, 'tell' | 'tellOffice' | 'send'>
  /** Withdraws the admission to the seat of a round; joins the caller's transaction. */
  withdrawAdmission(candidateId: number, round: CapRound, at: Instant): void
  /** When the institute had admitted the candidate to the seat that an order took back with the admission; null otherwise. */
  withdrawnAdmission(candidateId: number, round: CapRound): Instant | null
  directory: Pick<Directory, 'institute'>
  seatAcceptance: Pick<
    SeatAcceptance,
    | 'current'
    | 'isFree'
    | 'isRunInHand'
    | 'newestRun'
    | 'preparedAt'
    | 'end'
    | 'undoEnding'
    | 'undoDecision'
    | 'following'
    | 'place'
    | 'onceOrdered'
    | 'actInWords'
  >
  /** The seats of every institute, whose vacancies an order changes. */
  seats: Pick<PublishedSeatsService, 'inForce'>
  vacancies: Pick<Vacancies, 'recount'>
  zones: Pick<Zones, 'of' | 'named'>
}
