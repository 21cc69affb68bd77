import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { MoneyUse } from '#server/domain/terms/payment-states.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { PaymentsStore } from './store'

export type PaymentsDeps = {
  db: Database
  store: PaymentsStore
  gateway: PaymentGateway
  clock: Clock
  course: Course
  tell: Tell
  /** Every answer that still applies; the fee depends on them. */
  answers(candidateId: number): Answers
  /** The application fees for this candidate: a payment already begun keeps its amount. */
  feesOf(candidateId: number): ApplicationFees
  /** The money that counts as paid towards the application. */
  paid(candidateId: number): Paise
  /** The amount that fell due because scrutiny removed a claim, and how much of it was paid. */
  conversion(candidateId: number): { fee: Paise; paid: Paise }
  /**
   * Ok if this candidate may begin to pay for the application, the fee or a difference. `at`: when the request arrived,
   * by the portal's clock.
   */
  mayPay(candidateId: number, at: Instant): Result<undefined>
  /** Is money for the application of use now, if its try began at this instant? If not, it is returned. */
  formFeeUse(candidateId: number, begunAt: Instant): MoneyUse
  /** What the candidate has to do next, as a sentence; empty if nothing. */
  nextInWords(candidateId: number, language: Language): string
  /** The seat that the seat-acceptance fee completes. */
  seat: {
    /** Ok if this candidate may begin to pay the fee: after the decision, in time, once in the season. */
    mayPay(candidateId: number, at: Instant): Result<undefined>
    /** Does money whose try began at this instant still complete an acceptance? If not, it is returned. */
    feeUse(candidateId: number, begunAt: Instant): MoneyUse
    /** Called in the transaction in which the fee is captured, to tell the candidate. */
    onPaid(candidateId: number, fee: { amount: string; reference: string }): void
  }
  /** Called in the transaction in which money comes or goes, to update what depends on it. */
  onPaid(candidateId: number): void
  /** Part of the key that identifies a refund to the gateway: never another refund's. */
  refundKey(id: number): string
  /** `https://…/mbale/candidate/`: the gateway sends candidates back below it. */
  linkBase(): string
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}
