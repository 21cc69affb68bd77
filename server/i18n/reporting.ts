import type { Reporting } from '#server/domain/admission/offer.ts'
import type { Language } from '#server/kernel/languages.ts'
import { formatDateTime } from './format'
import type { Translate } from './page-text'

/**
 * That the candidate of a kept seat does not report yet, with the round after which they do and its deadline; null for any
 * other seat. Source: rules §8.14.
 */
export function laterReporting(reporting: Reporting | null, language: Language, t: Translate): string | null {
  if (reporting?.when !== 'later') return null
  const { round, by } = reporting
  return by === null
    ? t('signedin:seat.report-later', { round })
    : t('signedin:seat.report-later-by', { round, by: formatDateTime(by, language) })
}
