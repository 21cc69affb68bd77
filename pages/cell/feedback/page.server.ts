import type { DeskPage } from '../../../server/services'

export const texts = ['inbox'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.feedback')

export function load({ services, actor, query }: DeskPage) {
  const before = /^[1-9]\d{0,8}$/.test(query.before ?? '') ? Number(query.before) : undefined
  return services.inbox.feedback(actor, before)
}
