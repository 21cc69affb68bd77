import { publicSeatTypes } from '../../../server/domain/public-seats'
import type { Page } from '../../../server/services'
import { askedRound } from '../../results-parts/asked-round'
import { districtName, districtsOf } from '../../results-parts/districts'

export const texts = ['results'] as const

const longest = 100

/** The last merit number that each course took in a round; the whole search lives in the address. */
export function load(page: Page) {
  const { services, query } = page
  const known = askedRound(page)
  if (!known) return { round: null }
  const { rounds, round } = known
  const search = {
    q: query.q?.trim().slice(0, longest) ?? '',
    district: query.district?.slice(0, longest) ?? '',
    seatType: publicSeatTypes.find((type) => type === query.seatType) ?? '',
  }
  const found = services.results.closings(round, search, query.page)
  const { rows, ...pages } = found.ok ? found.value : { rows: [], page: 1, hasMore: false }
  return {
    rounds,
    round,
    search,
    districts: districtsOf(page, round),
    courses: rows.map(({ district, ...course }) => ({ ...course, district: districtName(page, district) })),
    ...pages,
  }
}
