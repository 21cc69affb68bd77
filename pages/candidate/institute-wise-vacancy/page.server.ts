import { formatDate } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { roundOf, seatList } from '../../parts/seat-matrix/search'

export const texts = ['seats'] as const
export const isCacheable = true

/** What is vacant: of the round that the address names, else of the newest one; before any, all seats. */
export function load(page: Page) {
  const { seats } = page.services
  const found = seats.vacancies(roundOf(page))
  return {
    rounds: seats.rounds(),
    vacancy: found && {
      round: found.round,
      date: formatDate(found.at, page.language),
      list: seatList(page, { ...found, courses: found.courses.filter((course) => course.seats.length > 0) }),
    },
  }
}
