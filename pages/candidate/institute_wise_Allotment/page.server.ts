import { askedRound } from '#pages/parts/allotment/asked-round.server.ts'
import { districtsOf } from '#pages/parts/allotment/districts.server.ts'
import { dueOf } from '#pages/parts/notices/due.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['rounds', 'allotted'] as const
export const updatedAt = ({ services }: Page) => services.results.newestAt()

/** The maximum length of a search text; the rest is cut off. */
const longest = 100
const asked = (text: string | undefined) => text?.trim().slice(0, longest) ?? ''

/**
 * The candidates allotted to each institute: all institutes, one of them (`?institute=`), or the matching candidates
 * (`?q=`). The address holds the whole search.
 */
export function load(page: Page) {
  const { services, query } = page
  const known = askedRound(page)
  if (!known) return { round: null, due: dueOf(page, roundActivity(1, 'allotment')) }
  const { rounds, round } = known
  const { results } = services
  const named = <Row extends Parameters<typeof placeIn>[0]>(row: Row) =>
    placeIn(row, page.language, services.course.form)
  const search = { q: asked(query.q), name: asked(query.name), district: asked(query.district) }
  const shared = { rounds, round, search, districts: districtsOf(page, round) }
  if (query.institute !== undefined) {
    const found = results.ofInstitute(round, query.institute, query.page)
    if (!found.ok) return null
    const { rows, institute, ...pages } = found.value
    const place = {
      code: institute.code,
      name: page.named(institute.institute),
      district: districtName(institute.district, page.language, page.services.course.form),
    }
    return { ...shared, ...pages, show: 'institute' as const, institute: place, rows: rows.map(named) }
  }
  if (search.q) {
    const found = results.search(round, search.q)
    const { rows, hasMore } = found.ok ? found.value : { rows: [], hasMore: false }
    return { ...shared, show: 'found' as const, rows: rows.map(named), hasMore }
  }
  const found = results.institutes(round, { q: search.name, district: search.district }, query.page)
  const { rows, ...pages } = found.ok ? found.value : { rows: [], page: 1, hasMore: false }
  return {
    ...shared,
    ...pages,
    show: 'institutes' as const,
    institutes: rows.map(({ code, institute, district, allotted }) => ({
      code,
      name: page.named(institute),
      district: districtName(district, page.language, page.services.course.form),
      allotted,
    })),
  }
}
