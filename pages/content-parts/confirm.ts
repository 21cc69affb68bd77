import type { FormOutcome } from '../../server/http/page'
import type { Confirmation } from '../ui/view'

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
