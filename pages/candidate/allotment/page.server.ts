import type { Page } from '../../../server/services'

export const texts = ['results'] as const

/** What every published round gave the candidate, the newest first. */
export const load = ({ services: { results }, actor, language }: Page) => ({
  outcomes: results.outcomes(actor!.candidateId).map((outcome) => results.inWords(outcome, language)),
})
