import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Dossiers } from '../../adapters/dossiers'
import type { CourseProfile } from '../../courses/course'
import type { KeptSeat } from '../../domain/allotment-input'
import type { RecordAct } from '../../domain/audit'
import type { CapRound } from '../../domain/cap-rounds'
import type { MessageTemplate } from '../../domain/message-templates'
import type { Activity } from '../../domain/schedule'
import type { StaffRole } from '../../domain/staff'
import type { Language } from '../../kernel/languages'
import type { Engine } from './engine'
import type { AllotmentStore } from './store'

/** Somebody of the staff who prepares, releases or looks. */
export type Officer = { id: number; loginName: string; role: StaffRole }

export type AllotmentDeps = {
  db: Database
  store: AllotmentStore
  clock: Pick<Clock, 'portal'>
  course: Pick<CourseProfile, 'allotmentStages' | 'form' | 'mockAllotmentAfter'>
  engine: Engine
  dossiers: Dossiers
  activity(key: string): Activity | undefined
  /** The seats that candidates keep from earlier rounds when a round is prepared. */
  heldSeats(round: CapRound): KeptSeat[]
  announce(message: {
    candidateId: number
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params: Record<string, string>
  }): void
  /** Whether messages of this kind still wait: OTPs must not queue behind thousands. */
  isWaiting(template: MessageTemplate): boolean
  kickOutbox(): void
  record: RecordAct
  /** Told when a round has been published: public pages show it at once. */
  onPublished(): void
  log: { error(details: object, message: string): void }
}
