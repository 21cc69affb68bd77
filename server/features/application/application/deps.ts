import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ApplicationStore } from './store'

export type ApplicationDeps = {
  db: Database
  store: ApplicationStore
  clock: Clock
  course: Course
  tell: Tell
  /** The application fees for this candidate: a payment already begun keeps its amount. */
  feesOf(candidateId: number): ApplicationFees
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  /** Until when special orders give a candidate time; null if there are none. */
  moreTime(candidateId: number): number | null
  /** The candidates whose longer time ends after an instant, each with its end. */
  longerTimes(from: number): readonly { candidateId: number; until: Instant }[]
  /**
   * The progress of the candidate's seat, and the rounds among these in which the candidate may not begin. Sets of
   * rounds: bit n-1 is round n.
   */
  seatStanding(candidateId: number, rounds: number): Pick<CandidateFacts, 'seat' | 'holdsSeat' | 'roundsBarred'>
  /** May the candidate cancel an admission online now? */
  mayCancel(candidateId: number): boolean
  /**
   * The certificates that these answers (those saved, unless given) promise by a receipt although they can be handed in no more.
   */
  receiptsTooLate(candidateId: number, at: Instant, answers?: Answers): readonly AwaitedKind[]
  /** Called in the transaction that submits a form or changes its mode of scrutiny. */
  onSubmitted(candidateId: number): void
  withStepUp: Accounts['withStepUp']
}
