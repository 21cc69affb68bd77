import { isCapRound } from '../../../../../server/domain/cap-rounds'
import type { Page } from '../../../../../server/services'
import { lookUpAgain, shownTo } from '../../../../look-up-parts/look-up'
import { lookUpRoutes } from '../../../../results-parts/look-up-routes'
import { href } from '../../../../ui/href'

export const texts = ['results'] as const

/** The letter of a round (`?round=`, else the newest), to whom it may be shown; everybody else looks up first. */
export function load(page: Page) {
  const { services, params, query, base } = page
  const asked = Number(query.round)
  const newest = services.results.rounds().reverse()[0]
  const round = isCapRound(asked) ? asked : (newest ?? 1)
  const shown = shownTo(page, params.userId!)
  if (!shown) return lookUpAgain(page, href(base, lookUpRoutes[round]))
  const outcome = services.results.outcome(shown.candidateId, round)
  if (!outcome.ok) return page.redirect(href(base, lookUpRoutes[round]))
  return {
    userId: shown.userId,
    fullName: services.results.nameOf(shown.candidateId),
    outcome: services.results.inWords(outcome.value, page.language),
  }
}
