import { headOf } from '#pages/parts/option-form/head.ts'
import { listOf } from '#pages/parts/option-form/lines.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['options'] as const

/** The saved list, confirmed or not, with its details. */
export function load(page: CandidatePage) {
  const head = headOf(page)
  const { choices } = page.services.optionForm.form(page.actor.candidateId, head.round)
  return { head, lines: listOf(page, head.round, choices).lines }
}
