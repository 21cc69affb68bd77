import type { FormOutcome } from '../../server/http/page'
import type { DeskPage } from '../../server/services'
import type { Confirmation } from '../ui/view'

/** The words as everybody would read them, before they stand there; agreed to, they are sent again with `confirmed`. */
export const showFirst = ({ request, t }: DeskPage, lines: readonly string[]): FormOutcome =>
  askBack(request.body, {
    title: t('content:notices.confirm-title'),
    lines: [...new Set(lines)],
    submit: t('content:notices.confirm'),
    name: 'confirmed',
    value: 'yes',
  })

/** The same page again, which asks back before it does what was sent; what was typed stays. */
export const askBack = (body: unknown, confirm: Confirmation): FormOutcome => ({
  status: 409,
  form: {
    values: Object.fromEntries(
      Object.entries((body ?? {}) as Record<string, unknown>).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== '_csrf',
      ),
    ),
    errors: [],
    message: null,
    confirm,
  },
})
