import { writtenNumber } from '../../../server/kernel/written-number'
import type { DeskPage } from '../../../server/services'

export const texts = ['inbox'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.feedback')

export function load({ services, actor, query }: DeskPage) {
  const before = writtenNumber(query.before) ?? undefined
  return services.inbox.feedback(actor, before)
}
