import { formatDateTime } from '../../../server/i18n/format'
import type { Outage } from '../../../server/kernel/outage'
import type { DeskPage } from '../../../server/services'

/** The words for an outage of saving: what the cell can do differs no further. */
const kinds: Partial<Record<Outage, 'busy' | 'full'>> = { busy: 'busy', full: 'full' }

/** What hinders the portal now, for those who have to tell the operator and may extend a deadline. */
export function troublesOf({ services, language }: DeskPage) {
  const outage = services.archive ? null : services.savingFault()
  return {
    saving: outage && (kinds[outage] ?? ('disk' as const)),
    around: services.troubles.now().map(({ trouble, since }) => ({ trouble, since: formatDateTime(since, language) })),
  }
}
