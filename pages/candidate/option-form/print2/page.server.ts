import type { CandidatePage } from '../../../../server/services'
import { headOf } from '../../../parts/option-form/head'
import { listOf } from '../../../parts/option-form/lines'

export const texts = ['options'] as const

/** The saved list, confirmed or not, with its details. */
export function load(page: CandidatePage) {
  const head = headOf(page)
  const { choices } = page.services.optionForm.form(page.actor, head.round)
  return { head, lines: listOf(page, head.round, choices).lines }
}
