import { daysUntil } from '#server/domain/terms/schedule.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { Language } from '#server/kernel/languages.ts'
import { weekdayOf } from '#server/kernel/weekday.ts'

/** `in 12 days`, `tomorrow`, `3 days ago`: how far a day is from today, in India. */
function dayWords(t: Translate, at: number, now: number): string {
  const days = daysUntil(at, now)
  if (days === 0) return t('staff:plan.today')
  if (days === 1) return t('staff:plan.tomorrow')
  return days > 0 ? t('staff:plan.days', { count: days }) : t('staff:plan.ago', { count: -days })
}

/** `Wed, in 12 days`: what stands beside a date. */
export const besideDate = (t: Translate, at: number, now: number, language: Language): string =>
  `${weekdayOf(at, language)}, ${dayWords(t, at, now)}`
