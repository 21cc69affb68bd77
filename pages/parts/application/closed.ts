import { formatDateTime } from '../../../server/i18n/format'
import type { TextKey } from '../../../server/i18n/keys'
import type { Refusal } from '../../../server/kernel/result'
import type { DeskPage, Page } from '../../../server/services'

/** Windows that may not have opened yet: only a closed one has a moment since when. */
const windowsClosed = ['registration-closed', 'scrutiny-closed', 'correction-closed']

/** Why a step that can be read cannot be changed now, and since when. */
export function closedWords(page: Page | DeskPage, refusal: Refusal): string {
  const since = refusal.params?.since
  if (typeof since !== 'number' && windowsClosed.includes(refusal.code)) return page.invalid(refusal).form.message ?? ''
  return page.t(`steps:closed.${refusal.code}` as TextKey, {
    since: typeof since === 'number' ? formatDateTime(since, page.language) : '',
  })
}
