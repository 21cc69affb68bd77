import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import type { Standing } from './standing.server'

/** The course fee that the institute returns after a cancellation; null without one. `state`: how the seat ended. */
export function refundCard({ page }: Standing, state: string | null) {
  const refund = state === 'cancelled' ? page.services.cancellation.of(page.actor.candidateId) : null
  return refund && caseInWords(refund, page.language)
}
