import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { Content } from '#server/features/content/content/service.ts'
import type { PaymentsStore } from './store'

/** The application fees for a candidate: those in force when they began to pay; one already begun keeps its amount. */
export const feesOf =
  ({ content, store }: { content: Pick<Content, 'feesSince'>; store: Pick<PaymentsStore, 'begunAt'> }) =>
  (candidateId: number): ApplicationFees =>
    content.feesSince(() => store.begunAt(candidateId))

export type FeesOf = ReturnType<typeof feesOf>
