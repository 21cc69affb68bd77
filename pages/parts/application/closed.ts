import type { DeskPage, Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Refusal } from '#server/kernel/result.ts'

/** Windows that may not have opened yet; only a window that has closed has a `since`. */
const windowsClosed = ['registration-closed', 'scrutiny-closed', 'correction-closed']

/** The reason why a step cannot be changed now, with the date of closing if known. */
export function closedWords(page: Page | DeskPage, refusal: Refusal): string {
  const since = refusal.params?.since
  if (typeof since !== 'number' && windowsClosed.includes(refusal.code)) return page.invalid(refusal).form.message ?? ''
  return page.t(`steps:closed.${refusal.code}` as TextKey, {
    since: typeof since === 'number' ? formatDateTime(since, page.language) : '',
  })
}
