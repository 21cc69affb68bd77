import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['reporting', 'documents', 'certificates'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.admitted')

/** The admitted of the institute, in the order of their admission, with the certificates that are still awaited. */
export function load({ services, actor, query, language }: DeskPage) {
  const found = services.reporting.admitted(actor, query.after)
  if (!found.ok) return { institute: null, rows: [], next: null }
  const { institute, rows, next } = found.value
  return {
    institute,
    rows: rows.map(({ id, userId, fullName, round, choiceCode, admittedAt, awaited }) => ({
      id,
      userId,
      fullName,
      round,
      choiceCode,
      admitted: formatDateTime(admittedAt, language),
      awaited,
    })),
    next,
  }
}
