import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { FileStorage } from '#server/adapters/file-storage/file-storage.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { SelfVerification } from '#server/features/admission/self-verification/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ShownFacts } from '../scrutiny/shown-facts'
import type { GrievancesStore } from './store'

export type GrievancesDeps = Pick<Notices, 'activity'> & {
  db: Database
  store: GrievancesStore
  clock: Clock
  course: Pick<Course, 'applicationIdPrefix' | 'applicationIdYear'>
  limits: Pick<Limits, 'count'>
  application: Pick<Application, 'standing' | 'revert'>
  documents: Pick<Documents, 'keep' | 'view' | 'viewFile'>
  files: Pick<FileStorage, 'read'>
  shownFacts: ShownFacts
  /** The consequences of a grievance that self-verification raised; they tell the candidate. Source: rules §8.13. */
  verification: Pick<SelfVerification, 'uphold' | 'refused' | 'saidIn'>
  /** When the last admission of the season ends; null while the schedule gives no date. */
  lastAdmission(): Instant | null
  tell: Tell
  record: RecordAct
}
