import { formatDate, formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'

type ChangeText = { words: string; reason: string }

/** The latest change of each changed activity, in words: its earlier dates and the reason. */
export function changesView({ services, language, t }: Page): ReadonlyMap<string, ChangeText> {
  const latest = new Map<string, ChangeText>()
  for (const { activity, opensBefore, closesBefore, reason, at } of services.notices.changes()) {
    if (latest.has(activity)) continue
    const [from, to] = [opensBefore, closesBefore].map((time) => time && formatDateTime(time, language))
    const before = to ? t('notices:date.range', { from: from!, to }) : from!
    latest.set(activity, {
      words: t('notices:dates.changed', { date: formatDate(at, language), before }),
      reason: t('notices:dates.reason', { reason: reason[language] }),
    })
  }
  return latest
}
