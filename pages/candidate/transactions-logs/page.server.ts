import type { Page } from '../../../server/services'
import { attemptOf } from '../../payments-parts/attempts'
import { checkStatus } from '../../payments-parts/check'
import { href } from '../../ui/href'

export const texts = ['payments'] as const

export const load = (page: Page) => ({
  attempts: page.services.payments.payments(page.actor!).map((payment) => attemptOf(payment, page)),
})

export function action(page: Page) {
  const { payment } = (page.request.body ?? {}) as Record<string, unknown>
  return checkStatus(page, payment, href(page.base, 'transactions-logs'))
}
