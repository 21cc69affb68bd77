import { roundActivity } from '../../../server/domain/seats/cap-rounds'
import type { CandidatePage } from '../../../server/services'
import { dueOf } from '../../parts/notices/due'
import { feeInWords } from '../../parts/seat-matrix/fee'

export const texts = ['results'] as const

/** The candidate's result in every published round, newest first. */
export const load = (page: CandidatePage) => {
  const {
    services: { results, directory },
    actor,
    language,
  } = page
  return {
    /** When the first round is due, until it is published. */
    due: results.rounds().length ? null : dueOf(page, roundActivity(1, 'allotment')),
    outcomes: results.outcomes(actor.candidateId).map((outcome) => ({
      ...results.inWords(outcome, language),
      annualFee: outcome.seat && feeInWords(directory.annualFee(outcome.seat.choiceCode)),
    })),
  }
}
