import type { FormOutcome, Posted } from '../../../server/http/page'
import type { DeskPage } from '../../../server/services'
import type { Confirmation } from '../../ui/view'

/** The words as everybody would read them, before they stand there; agreed to, they are sent again with `confirmed`. */
export const showFirst = ({ posted, t }: DeskPage, lines: readonly string[]): FormOutcome =>
  askBack(posted, {
    title: t('content:notices.confirm-title'),
    lines: [...new Set(lines)],
    submit: t('content:notices.confirm'),
    name: 'confirmed',
    value: 'yes',
  })

/** The same page again, which asks back before it does what was sent; what was typed stays. */
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
