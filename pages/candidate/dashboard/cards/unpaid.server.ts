import { attemptOf } from '#pages/parts/payments/attempts.ts'
import type { Standing } from './standing.server'

/**
 * What became of the newest attempt to pay a fee that is still owed, where it brought no money that counts: none came, or it
 * goes back. Null if there is none. An attempt before one that was paid, or that is open, says nothing any more.
 * Source: rules §12.7.
 */
export function unpaidOf({ page }: Standing) {
  const newest = new Set<string>()
  for (const payment of page.services.payments.payments(page.actor.candidateId)) {
    if (newest.has(payment.due)) continue
    newest.add(payment.due)
    const attempt = attemptOf(payment, page)
    if (!attempt.canPayAgain) continue
    const { amount, begun, known, next } = attempt
    return { title: page.t('payments:attempt.of', { amount, begun }), about: `${known} ${next}` }
  }
  return null
}
