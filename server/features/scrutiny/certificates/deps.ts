import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { FailedClaims } from '#server/features/admission/seat-acceptance/failed-claims.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { OrdersInForce } from '#server/features/scrutiny/orders/published.ts'
import type { CertificatesStore } from './store'

/** A member of staff, as a page of the desk knows them. */
export type CertificatesDeps = Pick<Notices, 'activity'> &
  Pick<OrdersInForce, 'moreTime' | 'longerTimes'> & {
    db: Database
    store: CertificatesStore
    clock: Clock
    course: Pick<Course, 'ifCertificateMissed'>
    application: Pick<Application, 'answers' | 'factsOf' | 'removeClaims'>
    failedClaims: Pick<FailedClaims, 'convertToOpen'>
    seatAcceptance: Pick<SeatAcceptance, 'isRunInHand'>
    documents: Pick<Documents, 'keep' | 'read' | 'stored' | 'viewFile'>
    tell: Tell
    record: RecordAct
  }
