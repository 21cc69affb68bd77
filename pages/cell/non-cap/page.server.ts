import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'
import { districtName } from '../../seats-parts/search'

export const texts = ['noncap'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.non-cap')

/** Who has told this institute of their interest; null for whoever works for none. */
export function load({ services, actor, language }: DeskPage) {
  const list = services.nonCap.list(actor!)
  if (!list.ok) return { institute: null, interested: [] }
  return {
    institute: list.value.institute,
    interested: list.value.interested.map(({ registeredAt, confirmedAt, district, ...one }) => ({
      ...one,
      district: districtName(district, { language }),
      isConfirmed: confirmedAt !== null,
      registeredAt: formatDateTime(registeredAt, language),
    })),
  }
}
