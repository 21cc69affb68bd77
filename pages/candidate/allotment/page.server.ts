import type { CandidatePage } from '../../../server/services'
import { feeInWords } from '../../parts/seat-matrix/fee'

export const texts = ['results'] as const

/** The candidate's result in every published round, newest first. */
export const load = ({ services: { results, directory }, actor, language }: CandidatePage) => ({
  outcomes: results.outcomes(actor.candidateId).map((outcome) => ({
    ...results.inWords(outcome, language),
    annualFee: outcome.seat && feeInWords(directory.annualFee(outcome.seat.choiceCode)),
  })),
})
