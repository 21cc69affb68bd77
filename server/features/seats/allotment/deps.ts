import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import type { Concerns } from '#server/domain/desk/release-concerns.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Messages } from '#server/features/messages/messages/service.ts'
import type { Engine } from './engine'
import type { AllotmentStore } from './store'

export type AllotmentDeps = Pick<Notices, 'activity'> &
  Pick<Messages, 'isWaiting'> &
  Pick<SeatAcceptance, 'nextInWords' | 'nextRoundInWords'> & {
    db: Database
    store: AllotmentStore
    clock: Pick<Clock, 'portal'>
    course: Pick<Course, 'rounds' | 'form' | 'mockAllotmentAfter'>
    engine: Pick<Engine, 'run' | 'close'>
    dossiers: Dossiers
    releases: Releases
    /** The unfinished work that the release of this run passes over. */
    concerns(run: number): Concerns
    keptSeats: SeatAcceptance['keptFor']
    /** Had the candidate released themselves from a round in its roll-call? */
    isReleased(candidateId: number, round: CapRound): boolean
    /** Everybody who had. */
    releasedFor(round: CapRound): ReadonlySet<number>
    /** Institutes that have not signed their last day of reporting after this round. */
    unsignedDays(round: CapRound): number
    tell: Tell
    record: RecordAct
    /** Called when a round has been published: public pages show it at once. */
    onPublished(): void
  }
