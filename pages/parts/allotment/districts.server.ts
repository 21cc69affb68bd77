import { districtName } from '#server/domain/application/form/lists.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'

/** The districts of a round's institutes as choices of a form, sorted by name. */
export const districtsOf = (page: Page, round: CapRound): { value: string; label: string }[] =>
  page.services.results
    .districts(round)
    .map((value) => ({ value, label: districtName(value, page.language, page.services.course.form) }))
    .sort((a, b) => a.label.localeCompare(b.label, page.language))
