import { lookUpAgain, shownTo } from '#pages/parts/look-up/look-up.server.ts'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { roundWritten } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'

type Shown = Page<'allotment/round-print-form/:userId'>

export const texts = ['outcome', 'rounds', 'allotted'] as const

/** The allotment letter of a round (`?round=`, or the newest). Redirects visitors who may not see it to the look-up. */
export function load(page: Shown) {
  const { services, params, query, base } = page
  const newest = services.results.rounds().reverse()[0]
  const round = roundWritten(services.course.rounds, query.round) ?? newest ?? 1
  const shown = shownTo(page, params.userId)
  if (!shown) return lookUpAgain(page, lookUpAddress(base, round))
  const outcome = services.results.outcome(shown.candidateId, round)
  if (!outcome.ok) return page.redirect(lookUpAddress(base, round))
  return {
    userId: shown.userId,
    fullName: services.results.nameOf(shown.candidateId),
    outcome: services.results.inWords(outcome.value, page.language),
  }
}
