import type { Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** When an activity of the schedule begins, in words; null once it has begun, and without a date. */
export function dueOf({ services, language }: Pick<Page, 'services' | 'language'>, key: string): string | null {
  const at = services.notices.activity(key)?.opensAt
  return at !== undefined && at > services.clock.portal() ? formatDateTime(at, language) : null
}
