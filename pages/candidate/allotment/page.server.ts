import { dueOf } from '#pages/parts/notices/due.ts'
import { nextListOf, nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { ticketOf, withOptionsAct } from '#pages/parts/seat-acceptance/ticket.server.ts'
import { grievancesOfPage } from '#pages/parts/self-verification/verification.server.ts'
import { type CapRound, roundActivity, takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['results', 'outcome', 'rounds', 'verification', 'grievances', 'thread', 'acceptance'] as const

/** The seat of a round as a ticket; null if it gave none. Only the newest seat has an act. */
function ticketIn(page: CandidatePage, round: CapRound) {
  const { seatAcceptance } = page.services
  const seat = seatAcceptance.seat(page.actor.candidateId, round)
  const act = seatAcceptance.next(page.actor.candidateId)
  return seat && ticketOf(page, seat, act?.round === round ? act : null)
}

/** The candidate's result in every published round that they could enter, newest first. */
export const load = (page: CandidatePage) => {
  const {
    services: { results, seatAcceptance },
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
  const shown = outcomes.map((outcome) => {
    const ticket = outcome.seat && ticketIn(page, outcome.round)
    return {
      ...results.inWords(outcome, language),
      ticket: ticket && outcome === newest ? withOptionsAct(page, ticket) : ticket,
    }
  })
  return {
    /** When the first round is due, until it is published. */
    due: results.rounds().length ? null : dueOf(page, roundActivity(1, 'allotment')),
    /**
     * The next option form, for a candidate who has no seat and takes part again, or who keeps a seat for betterment; not
     * where it is the act of the ticket.
     */
    nextOptions:
      newest && !shown[0]!.ticket?.act && (newest.outside === null || newest.outside === 'released')
        ? nextOptionsOf(page, newest.round)
        : undefined,
    /** What they have done in it: a list that is confirmed, or none in time. */
    nextList:
      newest && (newest.outside === null || newest.outside === 'released') ? nextListOf(page, newest.round) : undefined,
    /** The decisions on facts that took a seat away; while the seat is there, its own page shows them. */
    grievances: shown.flatMap(({ round, ticket }) => (ticket?.isGone ? grievancesOfPage(page, round) : [])),
    ownHours: page.services.course.ownHours,
    outcomes: shown,
  }
}
