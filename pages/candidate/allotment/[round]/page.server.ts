import { lookUpInRound, roundView } from '#pages/parts/allotment/round-look-up.server.ts'
import { roundOfSlug } from '#server/domain/terms/cap-rounds.ts'
import { LookUp } from '#server/features/accounts/look-up/schema.ts'
import type { Page } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import { refuse } from '#server/kernel/result.ts'

type Shown = Page<'allotment/:round'>

export const texts = ['outcome', 'rounds', 'lookup', 'days'] as const
export const title = ({ t }: Shown, data: DataOf<typeof load>) =>
  data ? t('shell:menu.allotment-round', { number: data.round }) : t('shell:title.allotment')

const roundOf = ({ services, params }: Shown) => roundOfSlug(services.course.rounds, params.round)

/** Null (404) for a round that the season does not have. */
export function load(page: Shown) {
  const round = roundOf(page)
  return round === null ? null : roundView(page, round)
}

export function action(page: Shown) {
  const round = roundOf(page)
  return round === null ? refuse('unknown-round', 404) : lookUpInRound(page, round, () => page.form(LookUp))
}
