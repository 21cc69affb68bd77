import { placesOf } from '#pages/parts/allotment/seat-places.ts'
import type { DeskPage } from '#server/features/index.ts'
import { typedId } from '#server/kernel/typed-text.ts'

/** The seats at risk from `?from=` on, and the zone of influence of `?risk=`; null for a candidate who risks nothing. */
export async function atRiskView(page: DeskPage) {
  const { services, actor, query } = page
  const { rows, next } = await services.seatsAtRisk.list(actor, query.from ?? 0)
  const userId = typedId(query.risk?.slice(0, 20) ?? '')
  const asked = userId === '' ? null : await services.seatsAtRisk.zone(actor, userId)
  const shown = asked?.ok ? { ...asked.value, userId, places: placesOf(page, asked.value.zone) } : null
  return { risk: rows, next, shown }
}
