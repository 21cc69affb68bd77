import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Concerns } from '#server/domain/desk/release-concerns.ts'
import type { MeritStage } from '#server/domain/merit/lists.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Messages } from '#server/features/messages/messages/service.ts'
import type { Rankings } from './ranking'
import type { MeritListsStore } from './store'

export type MeritListsDeps = Pick<Notices, 'activity'> &
  Pick<Messages, 'isWaiting'> & {
    db: Database
    store: MeritListsStore
    clock: Clock
    course: Pick<Course, 'merit' | 'form'>
    rankings: Rankings
    releases: Releases
    /** The unfinished work that the release of a list of this stage passes over. */
    concerns(stage: MeritStage): Concerns
    tell: Tell
    record: RecordAct
    /** Called after a publication. */
    onPublished(): void
    pause(milliseconds: number): Promise<void>
  }
