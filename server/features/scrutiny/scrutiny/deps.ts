import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { FailedClaims } from '#server/features/admission/seat-acceptance/failed-claims.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { FeesOf } from '#server/features/money/payments/fees-of.ts'
import type { Audit } from '#server/features/operations/audit/service.ts'
import type { Draw } from '../second-readings/draw'
import type { ScrutinyStore } from './store'
import type { TeamStore } from './team-store'

/** A member of staff at the desk. */
export type ScrutinyDeps = {
  db: Database
  store: ScrutinyStore
  team: TeamStore
  clock: Clock
  course: Course
  application: Pick<
    Application,
    | 'forms'
    | 'factsOf'
    | 'windowsOf'
    | 'versionsOf'
    | 'snapshotOfVersion'
    | 'answers'
    | 'paid'
    | 'pickUp'
    | 'release'
    | 'revert'
    | 'removeClaims'
    | 'confirm'
  >
  documents: Pick<Documents, 'held' | 'open' | 'openPage'>
  accounts: Pick<Accounts, 'rename'>
  failedClaims: Pick<FailedClaims, 'convertToOpen'>
  feesOf: FeesOf
  record: RecordAct
  newestAct: Audit['newestOf']
  /** Draws a confirmed form for a second reading. */
  draw: Draw
}
