import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { createDecide } from './decide'
import type { SeatAcceptanceDeps } from './deps'
import { createHistory } from './history'
import { createKept } from './kept'
import { createMay } from './may'
import { createOwed } from './owed'
import { createPay } from './pay'
import { createRoundsAhead } from './rounds-ahead'
import { createSeats, type Seat } from './seats'
import type { TakenBack } from './store'
import { createTold } from './told'

/** From the published allotment to the accepted seat: verify, decide, pay. Source: rules §8.11 to §8.13. */
export function createSeatAcceptance(deps: SeatAcceptanceDeps) {
  const { store } = deps
  const seats = createSeats(deps)
  const may = createMay(deps, seats)
  const roundsAhead = createRoundsAhead(deps, seats)
  const told = createTold(deps, roundsAhead)
  return {
    ...seats.verbs,
    ...createOwed(deps, seats),
    ...may.verbs,
    ...createDecide(deps, seats, may.verbs, told),
    ...createPay(deps, seats, may, told),
    ...roundsAhead.verbs,
    ...createKept(deps, roundsAhead),
    ...createHistory(deps, seats),

    /** The newest published round; null before the first. */
    newestRound: store.newestRound,
    newestRun: store.newestRun,
    preparedAt: store.preparedAt,
    isRunInHand: store.isRunInHand,

    /** The order that took a seat back; null if none did. */
    takenBack: ({ offer }: Pick<Seat, 'offer'>): TakenBack | null => store.takenBack(offer),

    /** Takes a seat back, in the caller's transaction: after a failed claim, an upheld grievance, or an order. */
    end: store.end,
    undoEnding: store.undoEnding,
    undoDecision: store.undoDecision,

    /** The run that gave the candidate the seat of a round: for a retained seat that of an earlier round. */
    runThatGave(candidateId: number, round: CapRound): number {
      const given = store.offers(candidateId).findLast((one) => one.round <= round && !one.isRetained)
      if (!given) throw new Error(`candidate ${candidateId} has no seat of round ${round}`)
      return given.runId
    },
  }
}

export type SeatAcceptance = ReturnType<typeof createSeatAcceptance>
