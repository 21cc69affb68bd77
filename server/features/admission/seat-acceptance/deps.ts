import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { SeatAcceptanceStore } from './store'

export type SeatAcceptanceDeps = Pick<Notices, 'activity'> &
  Pick<Accounts, 'withStepUp'> & {
    db: Database
    store: SeatAcceptanceStore
    clock: Pick<Clock, 'portal'>
    course: Pick<Course, 'rounds' | 'ownHours' | 'paymentTime' | 'form'>
    tell: Tell
    record: RecordAct
  }
