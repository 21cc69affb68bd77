import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Outage } from '#server/kernel/outage.ts'

/** The words for an outage of saving: what the cell can do differs no further. */
const kinds: Partial<Record<Outage, 'busy' | 'full'>> = { busy: 'busy', full: 'full' }

/** What hinders the portal now, for those who have to tell the operator and may extend a deadline. */
export function troublesOf({ services, language, cellBase }: DeskPage) {
  const outage = services.archive ? null : services.savingFault()
  const doubt = services.machineTime.doubt()
  return {
    /** The time of the machine, if it waits for an admin's confirmation, and the newest one that was believed. */
    time: doubt && {
      now: formatDateTime(doubt.now, language),
      known: formatDateTime(doubt.trustedAt, language),
      page: href(cellBase, 'health'),
    },
    saving: outage && (kinds[outage] ?? ('disk' as const)),
    around: services.troubles.now().map(({ trouble, since }) => ({ trouble, since: formatDateTime(since, language) })),
  }
}
