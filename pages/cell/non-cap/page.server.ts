import { districtName } from '../../../server/domain/application/form/lists'
import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['noncap'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.non-cap')

/** The candidates interested in this institute; null for an officer without an institute. */
export function load({ services, actor, language }: DeskPage) {
  const list = services.nonCap.list(actor)
  if (!list.ok) return { institute: null, interested: [] }
  return {
    institute: list.value.institute,
    interested: list.value.interested.map(({ registeredAt, confirmedAt, district, ...one }) => ({
      ...one,
      district: districtName(district, language),
      isConfirmed: confirmedAt !== null,
      registeredAt: formatDateTime(registeredAt, language),
    })),
  }
}
