import type { Page } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { formatPeriod } from '#server/i18n/period.ts'

type ChangeText = { words: string; reason: string }

/** The latest change of each changed activity, in words: its earlier dates and the reason. */
export function changesView({ services, language, t }: Page): ReadonlyMap<string, ChangeText> {
  const latest = new Map<string, ChangeText>()
  for (const { activity, opensBefore, closesBefore, reason, at } of services.notices.changes()) {
    if (latest.has(activity)) continue
    const before = formatPeriod({ opensAt: opensBefore, closesAt: closesBefore }, language, t)
    latest.set(activity, {
      words: t('notices:dates.changed', { date: formatDate(at, language), before }),
      reason: t('notices:dates.reason', { reason: reason[language] }),
    })
  }
  return latest
}
