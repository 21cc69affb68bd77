import { dueOf } from '#pages/parts/notices/due.ts'
import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { goneInWords, noRoundLeft } from '#pages/parts/seat-acceptance/seat.server.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { grievancesOfPage } from '#pages/parts/self-verification/verification.server.ts'
import { restingState } from '#server/domain/admission/offer.ts'
import { type CapRound, roundActivity, takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['results', 'outcome', 'rounds', 'verification', 'grievances'] as const

/** How the newest seat stands, in words, once it needs no further act. */
function standingOf(page: CandidatePage) {
  const {
    services: { seatAcceptance },
    actor,
    t,
  } = page
  const newest = seatAcceptance.current(actor.candidateId)
  const state = newest && !seatAcceptance.next(actor.candidateId) && restingState(newest)
  if (!state) return null
  const { round } = newest.offer
  const hasOwnWords = state === 'reported' || state === 'withdrawn'
  const about = hasOwnWords ? (`${state}-about` as const) : 'lost-about'
  const sentences = [t(`application:seat.${about}`), noRoundLeft(page, newest)]
  return {
    round,
    title: t(`application:seat.${state}`, { round }),
    about: state === 'admitted' ? null : sentences.filter(Boolean).join(' '),
  }
}

function goneOf({ services, actor, t }: CandidatePage, round: CapRound): string | null {
  const seat = services.seatAcceptance.seat(actor.candidateId, round)
  return seat && goneInWords(seat, t)
}

/** The candidate's result in every published round that they could enter, newest first. */
export const load = (page: CandidatePage) => {
  const {
    services: { results, directory, seatAcceptance },
    actor,
    language,
  } = page
  const entryOf = (round: CapRound) => seatAcceptance.entry(actor.candidateId, round).kind
  const outcomes = results
    .outcomes(actor.candidateId)
    .filter(
      ({ state, outside, round }) =>
        state === 'allotted' ||
        ((outside || takesPart(entryOf(round))) && !seatAcceptance.wasSetAside(actor.candidateId, round)),
    )
  const newest = outcomes[0]
  return {
    /** When the first round is due, until it is published. */
    due: results.rounds().length ? null : dueOf(page, roundActivity(1, 'allotment')),
    /** The next option form, for a candidate who has no seat and takes part again, or who keeps a seat for betterment. */
    nextOptions: newest && newest.outside === null ? nextOptionsOf(page, newest.round) : undefined,
    standing: standingOf(page),
    /** The decisions on facts that took a seat away; while the seat is there, its own page shows them. */
    grievances: outcomes.flatMap(({ round }) => (goneOf(page, round) ? grievancesOfPage(page, round) : [])),
    ownHours: page.services.course.ownHours,
    outcomes: outcomes.map((outcome) => ({
      ...results.inWords(outcome, language),
      /** Why the candidate no longer has the seat of this round; null while they have it, and without one. */
      gone: goneOf(page, outcome.round),
      annualFee: outcome.seat && feeInWords(directory.annualFee(outcome.seat.choiceCode)),
    })),
  }
}
