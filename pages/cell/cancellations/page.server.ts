import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.cancellations')

/** Every cancelled admission, newest first, with its institute's clock. */
export function load({ services, actor, query, language }: DeskPage) {
  const found = services.cancellation.all(actor, query.before)
  if (!found.ok) return { cases: [], next: null, late: 0 }
  return {
    cases: found.value.cases.map((one) => ({
      caseNumber: one.caseNumber,
      userId: one.userId,
      fullName: one.fullName,
      institute: `${one.institute} (${one.instituteCode})`,
      requested: formatDateTime(one.requestedAt, language),
      due: formatDateTime(one.dueAt, language),
      returned: one.returnedAt === null ? null : formatDateTime(one.returnedAt, language),
      isLate: one.isLate,
    })),
    next: found.value.next,
    late: services.cancellation.late().reduce((sum, { open }) => sum + open.length, 0),
  }
}
