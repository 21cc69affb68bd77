import { placeCodePattern } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'

type Shown = DeskPage<'reporting-days/:code'>

export const texts = ['reporting'] as const
export const title = ({ params, t }: Shown) => `${t('staff:menu.reporting-days')} ${params.code}`

/** The candidates of an institute that are not recorded; null (404) for an institute that the round does not know. */
export function load({ services, actor, params, query, named }: Shown) {
  if (!new RegExp(placeCodePattern).test(params.code)) return null
  const found = services.reporting.notRecorded(actor, params.code, query.round)
  return found.ok ? { ...found.value, name: named(found.value.name) } : null
}
