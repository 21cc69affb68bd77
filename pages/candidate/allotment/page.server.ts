import { roundActivity } from '../../../server/domain/seats/cap-rounds'
import type { CandidatePage } from '../../../server/services'
import { dueOf } from '../../parts/notices/due'
import { optionsOf } from '../../parts/option-form/options-time'
import { feeInWords } from '../../parts/seat-matrix/fee'

export const texts = ['results'] as const

/** The candidate's result in every published round, newest first. */
export const load = (page: CandidatePage) => {
  const {
    services: { results, directory, seatAcceptance },
    actor,
    language,
  } = page
  const outcomes = results.outcomes(actor.candidateId)
  const newest = outcomes[0]
  const mayGoOn =
    newest &&
    !newest.seat &&
    newest.outside === null &&
    !newest.isLastRound &&
    seatAcceptance.entry(actor.candidateId, newest.round + 1).kind === 'takes-part'
  return {
    /** When the first round is due, until it is published. */
    due: results.rounds().length ? null : dueOf(page, roundActivity(1, 'allotment')),
    /** The next option form, for a candidate whom the newest round gave no seat and who takes part again. */
    nextOptions: mayGoOn ? { round: newest.round + 1, ...optionsOf(page, newest.round + 1) } : null,
    outcomes: outcomes.map((outcome) => ({
      ...results.inWords(outcome, language),
      annualFee: outcome.seat && feeInWords(directory.annualFee(outcome.seat.choiceCode)),
    })),
  }
}
