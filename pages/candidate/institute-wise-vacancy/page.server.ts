import { formatDate } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { roundOf, seatList } from '../../parts/seat-matrix/search'

export const texts = ['seats'] as const
export const isCacheable = true

/** The vacancies after the round in the address, or after the newest round; before the first round, all seats. */
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
