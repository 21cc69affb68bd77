import type { DeskPage } from '#server/features/index.ts'
import { typedId } from '#server/kernel/typed-text.ts'

/** The seats at risk from `?from=` on, and the zone of influence of `?risk=`; null for a candidate who risks nothing. */
export async function atRiskView({ services, actor, query }: DeskPage) {
  const { rows, next } = await services.seatsAtRisk.list(actor, query.from ?? 0)
  const userId = typedId(query.risk?.slice(0, 20) ?? '')
  const asked = userId === '' ? null : await services.seatsAtRisk.zone(actor, userId)
  const shown = asked?.ok ? { ...asked.value, userId } : null
  return { risk: rows, next, shown }
}
