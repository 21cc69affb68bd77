import type { Page } from '../../../../server/services'
import { headOf } from '../../../options-parts/head'
import { listOf } from '../../../options-parts/lines'

export const texts = ['options'] as const

/** The list as it is saved, confirmed or not, with what stands beside it. */
export function load(page: Page) {
  const head = headOf(page)
  const { choices } = page.services.optionForm.form(page.actor!, head.round)
  return { head, lines: listOf(page, head.round, choices).lines }
}
