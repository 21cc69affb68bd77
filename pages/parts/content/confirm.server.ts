import type { Confirmation } from '#server/domain/site/view.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { FormOutcome, Posted } from '#server/http/page.ts'

/**
 * Shows the texts as the public would read them before they are published. The form then sends them again with
 * `confirmed`.
 */
export const showFirst = ({ posted, t }: DeskPage, lines: readonly string[]): FormOutcome =>
  askBack(posted, {
    title: t('content:notices.confirm-title'),
    lines: [...new Set(lines)],
    submit: t('content:notices.confirm'),
    name: 'confirmed',
    value: 'yes',
  })

/** Shows the same page again with a question to confirm; the typed values stay. */
export const askBack = (posted: Posted, confirm: Confirmation): FormOutcome => ({
  status: 409,
  form: {
    values: Object.fromEntries(
      Object.entries(posted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    errors: [],
    message: null,
    confirm,
  },
})
