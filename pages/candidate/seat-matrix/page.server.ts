import { seatList } from '#pages/parts/seat-matrix/search.ts'
import type { Page } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'

export const texts = ['seatlists'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.seats.inForce()?.at ?? null

/** The current seat matrix; `matrix` is null until one is published. */
export function load(page: Page) {
  const found = page.services.seats.inForce()
  return {
    matrix: found && {
      edition: found.edition,
      date: formatDate(found.at, page.language),
      list: seatList(page, found),
    },
  }
}
