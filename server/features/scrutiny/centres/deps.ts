import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Directory } from '#server/features/seats/directory/service.ts'
import type { ByFact } from '../scrutiny/by-fact'
import type { Draw } from '../second-readings/draw'
import type { CentresStore } from './store'

export type CentresDeps = Pick<Notices, 'activity' | 'holidays'> & {
  db: Database
  store: CentresStore
  clock: Clock
  directory: Pick<Directory, 'centres' | 'centre'>
  /** The form; its own use cases decide the outcome. All of them join the transaction. */
  application: Pick<
    Application,
    'factsOf' | 'windowsOf' | 'versionsOf' | 'saveStep' | 'confirm' | 'countsFor' | 'withdrawConfirmation'
  >
  documents: Pick<Documents, 'put'>
  /** Verdicts on the facts of a form, as in e-scrutiny. */
  byFact: ByFact
  /** Draws a confirmed form for a second reading. */
  draw: Draw
  /** The OTP that a candidate reads out at the centre. */
  accounts: Pick<Accounts, 'requestAttendedOtp' | 'checkAttendedOtp'>
  tell: Tell
  record: RecordAct
}

/** A facilitation centre from the directory. */
export type Centre = NonNullable<ReturnType<Directory['centre']>>
