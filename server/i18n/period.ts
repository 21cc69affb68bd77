import type { Language } from '#server/kernel/languages.ts'
import { formatDateTime } from './format'
import type { Translate } from './page-text'

/**
 * The time of an activity: `12 Jul 2024, 10:00 to 14 Aug 2024, 17:00`, one instant if it has no closing, or words for
 * an activity without dates. `t` finds texts in the same language.
 */
export function formatPeriod(
  { opensAt, closesAt }: { opensAt: number | null; closesAt: number | null },
  language: Language,
  t: Translate,
): string {
  if (opensAt === null) return t('notices:dates.undated')
  const from = formatDateTime(opensAt, language)
  if (closesAt === null) return from
  return t('notices:date.range', { from, to: formatDateTime(closesAt, language) })
}
