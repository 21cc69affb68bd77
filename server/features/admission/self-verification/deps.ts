import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Accounts } from '#server/features/accounts/accounts/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Grievances } from '#server/features/scrutiny/grievances/service.ts'
import type { Zones } from '#server/features/seats/allotment/zones.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { SelfVerificationStore } from './store'

/** The seat whose facts are verified. */
export type VerifiedSeat = { candidateId: number; runId: number; round: CapRound }

export type SelfVerificationDeps = {
  db: Database
  store: SelfVerificationStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'ownHours'>
  accounts: Pick<Accounts, 'withStepUp' | 'rename'>
  application: Pick<Application, 'forms' | 'answersAt' | 'answers' | 'correct' | 'standing'>
  documents: Pick<Documents, 'held'>
  grievances: Pick<Grievances, 'raise'>
  seats: Pick<SeatAcceptance, 'seat' | 'mayVerify' | 'current' | 'end' | 'runThatGave'>
  zones: Pick<Zones, 'of' | 'named'>
  tell: Tell
  record: RecordAct
}
