import type { Page } from '../../../../server/services'
import { headOf } from '../../../options-parts/head'
import { listOf } from '../../../options-parts/lines'

export const texts = ['options'] as const

/** The confirmed list; nothing where it is not confirmed. */
export function load(page: Page) {
  const head = headOf(page)
  const printed = page.services.optionForm.printed(page.actor!, head.round)
  return { head, lines: printed ? listOf(page, head.round, printed.choices).lines : null }
}
