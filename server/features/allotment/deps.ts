import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Dossiers } from '../../adapters/dossiers'
import type { Course } from '../../courses/course'
import type { KeptSeats } from '../../domain/allotment/input'
import type { RecordAct } from '../../domain/portal/audit'
import type { MessageTemplate, Tell } from '../../domain/portal/message-templates'
import type { Releases } from '../../domain/portal/release'
import type { Concerns } from '../../domain/portal/release-concerns'
import type { Activity } from '../../domain/portal/schedule'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { Language } from '../../kernel/languages'
import type { Engine } from './engine'
import type { AllotmentStore } from './store'

export type AllotmentDeps = {
  db: Database
  store: AllotmentStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'rounds' | 'form' | 'mockAllotmentAfter'>
  engine: Pick<Engine, 'run' | 'close'>
  dossiers: Dossiers
  releases: Releases
  /** The unfinished work that the release of this run passes over. */
  concerns(run: number): Concerns
  activity(key: string): Activity | undefined
  /**
   * The seats that candidates keep from earlier rounds when a round is prepared, and the candidates who take no part in
   * it.
   */
  keptSeats(round: CapRound): Promise<KeptSeats>
  /** The next act for a candidate's seat, with its deadline, for a message. */
  nextInWords(candidateId: number, language: Language): string
  /** The next step of somebody to whom the round gave no seat. */
  nextRoundInWords(round: CapRound, language: Language): string
  /** Institutes that have not signed their last day of reporting after this round. */
  unsignedDays(round: CapRound): number
  tell: Tell
  /** True while messages of this kind still wait: OTPs must not queue behind thousands. */
  isWaiting(template: MessageTemplate): boolean
  record: RecordAct
  /** Called when a round has been published: public pages show it at once. */
  onPublished(): void
}
