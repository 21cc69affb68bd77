import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell, TellCell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { CancellationStore } from './store'

/** A member of staff with their place of work. */
export type CancellationDeps = Pick<Notices, 'activity'> &
  Pick<Accounts, 'withStepUp'> & {
    db: Database
    store: CancellationStore
    clock: Pick<Clock, 'portal'>
    acceptance: Pick<SeatAcceptance, 'current'>
    /** Called in the transaction in which a seat of this institute is given back. */
    onCancelled(institute: string): void
    tell: Tell
    tellCell: TellCell
    record: RecordAct
  }
