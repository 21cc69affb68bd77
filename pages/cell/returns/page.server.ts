import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.returns')

/** The cancelled admissions of the institute, newest first, each with its clock. */
export function load({ services, actor, query, language }: DeskPage) {
  const found = services.cancellation.ofInstitute(actor, query.before)
  if (!found.ok) return { cases: [], next: null }
  const { cases, next } = found.value
  return {
    cases: cases.map(({ caseNumber, userId, fullName, choiceCode, requestedAt, dueAt, returnedAt, isLate }) => ({
      caseNumber,
      userId,
      fullName,
      choiceCode,
      requested: formatDateTime(requestedAt, language),
      due: formatDateTime(dueAt, language),
      returned: returnedAt === null ? null : formatDateTime(returnedAt, language),
      isLate,
    })),
    next,
  }
}
