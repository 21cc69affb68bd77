import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { candidatePlace } from '#server/domain/desk/candidate-place.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { SeatAcceptanceStore } from '../seat-acceptance/store'
import type { Home, SeatCallsStore } from './store'

/** A member of staff with their place of work. */

export type SeatCallsDeps = Pick<SeatAcceptance, 'owed' | 'owedBy' | 'newestRound'> & {
  db: Database
  store: SeatCallsStore
  clock: Pick<Clock, 'portal'>
  placeOf: SeatAcceptanceStore['place']
  record: RecordAct
}

/** May this member of staff phone a candidate of this home? Whoever reaches them at the help desk reaches them here. */
export const reaches = (caller: Officer, { district, centre }: Omit<Home, 'id'>) =>
  mayTouch(caller, candidatePlace(district, centre))
