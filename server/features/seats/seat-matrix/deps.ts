import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { TellOffice } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { SeatMatrixStore } from './store'

export type SeatMatrixDeps = {
  db: Database
  store: SeatMatrixStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  releases: Releases
  tellOffice: TellOffice
  /** Types of seat that the course does not have. */
  withoutSeatTypes?: readonly SeatType[]
  /** Has the lists by which districts are named. */
  portal: { lists?: Lists }
  /** Called after every change to the public pages. */
  onChanged(): void
}
