import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OptionFormStore } from './store'

/** When the request of an act arrived, and its session, which names the device in the history; none in the demo. */
export type Asked = { at: Instant; sessionId?: number }

export type OptionFormDeps = Pick<Application, 'answers'> &
  Pick<SeatAcceptance, 'entry'> &
  Pick<Notices, 'activity'> &
  Pick<Accounts, 'withStepUp'> & {
    db: Database
    store: OptionFormStore
    clock: Clock
    course: Course
    tell: Tell
    /** Called in the transaction that confirms a list: whoever confirms one takes part. */
    onConfirmed(candidateId: number, round: CapRound): void
  }
