import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Log } from '#server/kernel/background.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { FeesOf } from './fees-of'
import type { PaymentsStore } from './store'

export type PaymentsDeps = {
  db: Database
  store: PaymentsStore
  gateway: PaymentGateway
  clock: Clock
  course: Course
  tell: Tell
  feesOf: FeesOf
  application: Pick<Application, 'answers' | 'paid' | 'conversion' | 'mayEdit' | 'feeUse' | 'payTime' | 'reconsider'>
  /** The seat that the seat-acceptance fee completes. */
  seatAcceptance: Pick<SeatAcceptance, 'mayPay' | 'feeUse' | 'payTime' | 'paid'> & {
    /** Has the candidate accepted a seat, and still has it? */
    isHeld(candidateId: number): boolean
  }
  /** What the candidate has to do next, as a sentence; empty if nothing. */
  nextInWords(candidateId: number, language: Language): string
  /** Part of the key that identifies a refund to the gateway: never another refund's. */
  refundKey(id: number): string
  /** `https://…/mbale/candidate/`: the gateway sends candidates back below it. */
  linkBase(): string
  log: Log
}
