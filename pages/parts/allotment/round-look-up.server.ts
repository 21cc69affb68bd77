import { answerLookUp, lookedUp, lookUpView } from '#pages/parts/look-up/look-up.server.ts'
import { lookUpAddress } from '#pages/ui/addresses.ts'
import { yieldMeasures } from '#server/domain/admission/yield.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { LookUp } from '#server/features/accounts/look-up/schema.ts'
import type { Page } from '#server/features/index.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
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
    // In words, because the page's script has no room for the texts.
    seats: seats && {
      title: page.t('yield:public'),
      about: page.t('yield:public-about', { at: formatDateTime(seats.at, language) }),
      note: page.t('yield:loss-note'),
      lines: yieldMeasures.map((measure) => ({
        label: page.t(`yield:${measure}`),
        value: formatCount(seats.counts[measure]),
      })),
    },
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
