import type { CandidatePage } from '../../../server/services'

export const texts = ['results'] as const

/** The candidate's result in every published round, newest first. */
export const load = ({ services: { results }, actor, language }: CandidatePage) => ({
  outcomes: results.outcomes(actor.candidateId).map((outcome) => results.inWords(outcome, language)),
})
