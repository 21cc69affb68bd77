import { headOf } from '#pages/parts/option-form/head.ts'
import { listOf } from '#pages/parts/option-form/lines.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['options'] as const

/** The confirmed list; `lines` is null if the list is not confirmed. */
export function load(page: CandidatePage) {
  const head = headOf(page)
  const printed = page.services.optionForm.printed(page.actor.candidateId, head.round)
  return { head, lines: printed ? listOf(page, head.round, printed.choices).lines : null }
}
