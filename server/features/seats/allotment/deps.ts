import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import type { KeptSeats } from '#server/domain/allotment/input.ts'
import type { Concerns } from '#server/domain/desk/release-concerns.ts'
import type { MessageTemplate, Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Language } from '#server/kernel/languages.ts'
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
