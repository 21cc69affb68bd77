import { askedRound } from '#pages/parts/allotment/asked-round.server.ts'
import { districtsOf } from '#pages/parts/allotment/districts.server.ts'
import { dueOf } from '#pages/parts/notices/due.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { publicSeatTypes } from '#server/domain/seats/public-seats.ts'
import { roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['rounds', 'closing'] as const
export const updatedAt = ({ services }: Page) => services.results.newestAt()

const longest = 100

/** The closing merits of each course that a round filled, beside other rounds'; the address holds the whole search. */
export function load(page: Page) {
  const { services, query } = page
  const known = askedRound(page)
  if (!known) return { round: null, due: dueOf(page, roundActivity(1, 'allotment')) }
  const { round } = known
  const search = {
    q: query.q?.trim().slice(0, longest) ?? '',
    district: query.district?.slice(0, longest) ?? '',
    seatType: publicSeatTypes.find((type) => type === query.seatType) ?? '',
  }
  const found = services.results.closings(round, search, query.page)
  const { rows, ...pages } = found.ok ? found.value : { rows: [], rounds: [], page: 1, hasMore: false }
  return {
    round,
    search,
    districts: districtsOf(page, round),
    courses: rows.map(({ district, ...course }) => ({
      ...placeIn(course, page.language, services.course.form),
      district: districtName(district, page.language, page.services.course.form),
    })),
    ...pages,
  }
}
