import { roundOf, type SeatListView, seatList } from '#pages/parts/seat-matrix/search.ts'
import type { Page } from '#server/features/index.ts'
import type { VacantCourse } from '#server/features/seats/seat-matrix/published.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { latest } from '#server/kernel/time.ts'

export const texts = ['seatlists'] as const
export const isCacheable = true

/** The last count of an institute, or the publication of the round. */
export const updatedAt = (_: Page, { vacancy }: DataOf<typeof load>) => vacancy?.changedAt ?? null

/** The vacancies after the round in the address, or after the newest round; before the first round, all seats. */
export function load(page: Page) {
  const { seats } = page.services
  const found = seats.vacancies(roundOf(page))
  const list =
    found && seatList(page, { ...found, courses: found.courses.filter(({ seats: vacant }) => vacant.length > 0) })
  return {
    rounds: seats.rounds(),
    vacancy: found &&
      list && {
        round: found.round,
        date: formatDate(found.at, page.language),
        changedAt: latest(found.at, ...found.courses.map(({ countedAt }) => countedAt)),
        institutes: found.institutes,
        counted: found.counted,
        list,
        /** When the institutes on this page of the list counted their vacant seats, by choice code. */
        countedAt: countedOn(page, found.courses, list),
      },
  }
}

function countedOn(
  { language }: Page,
  courses: readonly VacantCourse[],
  { lines }: SeatListView,
): Readonly<Record<string, string>> {
  const shown = new Set(lines.map(({ choiceCode }) => choiceCode))
  return Object.fromEntries(
    courses.flatMap(({ choiceCode, countedAt }) =>
      countedAt !== null && shown.has(choiceCode) ? [[choiceCode, formatDateTime(countedAt, language)]] : [],
    ),
  )
}
