import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { PaymentGateway } from '../../adapters/payment-gateway/payment-gateway'
import type { CourseProfile } from '../../courses/course'
import type { Answers } from '../../domain/application-form/question'
import type { ApplicationFees } from '../../domain/fees'
import type { MessageTemplate } from '../../domain/message-templates'
import type { Language } from '../../kernel/languages'
import type { Paise } from '../../kernel/money'
import type { Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { PaymentsStore } from './store'

/** What the payments feature asks of the outbox. */
export type Announce = (message: {
  candidateId: number
  channel: 'sms' | 'email'
  to: string
  template: MessageTemplate
  language: Language
  params: Record<string, string | number>
}) => void

export type PaymentsDeps = {
  db: Database
  store: PaymentsStore
  gateway: PaymentGateway
  clock: Clock
  course: CourseProfile
  announce: Announce
  /** Called after a transaction that announced something. */
  kickOutbox(): void
  /** Everything answered that still applies: the fee goes by it. */
  answers(candidateId: number): Answers
  /** The application fees that count for this candidate: a payment that has begun keeps its sum. */
  feesOf(candidateId: number): ApplicationFees
  /** What counts of the money paid towards the application. */
  paid(candidateId: number): Paise
  /** What fell due because scrutiny removed a claim, and what was paid of it. */
  conversion(candidateId: number): { fee: Paise; paid: Paise }
  /** May this candidate begin to pay for the application, the fee or a difference? `at`: when the request arrived, by the portal's clock. */
  mayPay(candidateId: number, at: Instant): Result<undefined>
  /** Called in the transaction in which money comes or goes: what depends on it is worked out anew. */
  onPaid(candidateId: number): void
  /** `https://…/mbale/candidate/`: the gateway sends candidates back below it. */
  linkBase(): string
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}
