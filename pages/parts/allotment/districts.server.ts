import { districtName } from '../../../server/domain/application/form/lists'
import type { CapRound } from '../../../server/domain/seats/cap-rounds'
import type { Page } from '../../../server/services'

/** The districts of a round's institutes as choices of a form, sorted by name. */
export const districtsOf = (page: Page, round: CapRound): { value: string; label: string }[] =>
  page.services.results
    .districts(round)
    .map((value) => ({ value, label: districtName(value, page.language, page.services.course.form) }))
    .sort((a, b) => a.label.localeCompare(b.label, page.language))
