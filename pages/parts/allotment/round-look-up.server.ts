import { answerLookUp, lookedUp, lookUpView } from '#pages/parts/look-up/look-up.server.ts'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { LookUp } from '#server/features/accounts/look-up/schema.ts'
import type { Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'

/** The page on which visitors look up a round's allotment, with the result found in the last 15 minutes. */
export function roundView(page: Page, round: CapRound) {
  const { services, language } = page
  const isPublished = services.results.rounds().includes(round)
  const announced = services.notices.activity(roundActivity(round, 'allotment'))
  const found = isPublished ? lookedUp(page) : null
  const outcome = found && services.results.outcome(found.candidateId, round)
  const seats = isPublished ? services.stageReport.yields.ofRound(round) : null
  return {
    ...lookUpView(page),
    seats: seats && { at: formatDateTime(seats.at, language), counts: seats.counts },
    round,
    isPublished,
    announcedAt: announced ? formatDateTime(announced.opensAt, language) : null,
    result: outcome?.ok ? services.results.inWords(outcome.value, language) : null,
  }
}

/** Looks up a candidate's allotment; refuses before the round is published. */
export function lookUpInRound(page: Page, round: CapRound, form: () => Result<LookUp>) {
  const { results } = page.services
  if (!results.rounds().includes(round)) return page.invalid({ ...results.unpublished(round).refusal, status: 422 })
  return answerLookUp(page, form, lookUpAddress(page.base, round))
}
