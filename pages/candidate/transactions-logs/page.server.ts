import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { checkStatus } from '#pages/parts/payments/check.server.ts'
import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['payments'] as const

export const load = (page: CandidatePage) => ({
  attempts: page.services.payments.payments(page.actor.candidateId).map((payment) => attemptOf(payment, page)),
})

export function action(page: CandidatePage) {
  const { payment } = page.posted
  return checkStatus(page, payment, href(page.base, 'transactions-logs'))
}
