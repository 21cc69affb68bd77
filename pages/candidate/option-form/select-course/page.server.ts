import type { Page } from '../../../../server/services'
import { headOf } from '../../../options-parts/head'

export const texts = ['options'] as const

/** The courses that are offered, and how many of each are in the list already. */
export function load(page: Page) {
  const { optionForm } = page.services
  const head = headOf(page)
  const mine = new Set(optionForm.form(page.actor!, head.round).choices)
  return {
    head,
    courses: optionForm.courseNames(page.actor!, head.round).map(({ name, choices, seats, codes }) => ({
      name,
      choices,
      seats,
      chosen: codes.filter((code) => mine.has(code)).length,
    })),
  }
}
