import { headOf } from '#pages/parts/option-form/head.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['options'] as const

/** The courses on offer, and the number of choices of each already in the list. */
export function load(page: CandidatePage) {
  const { optionForm } = page.services
  const head = headOf(page)
  const mine = new Set(optionForm.form(page.actor.candidateId, head.round).choices)
  return {
    head,
    courses: optionForm.courseNames(page.actor.candidateId, head.round).map(({ name, choices, seats, codes }) => ({
      course: name,
      name: page.named(name),
      choices,
      seats,
      chosen: codes.filter((code) => mine.has(code)).length,
    })),
  }
}
