import type { CandidatePage } from '../../../server/services'
import { attemptOf } from '../../parts/payments/attempts'
import { checkStatus } from '../../parts/payments/check.server'
import { href } from '../../ui/href'

export const texts = ['payments'] as const

export const load = (page: CandidatePage) => ({
  attempts: page.services.payments.payments(page.actor).map((payment) => attemptOf(payment, page)),
})

export function action(page: CandidatePage) {
  const { payment } = page.posted
  return checkStatus(page, payment, href(page.base, 'transactions-logs'))
}
