import { decisionOf, offerState } from '#server/domain/admission/offer.ts'
import { entryAfter } from '#server/domain/admission/participation.ts'
import type { PlayedSeat, SeatAct, Standing } from '#server/domain/rehearsal/played-season.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import { byCandidate, type Seats } from './seats'
import type { StoredOffer } from './store'

/** Candidates read at once. */
const readAtOnce = 500

type Past = {
  round: CapRound
  /** When the next round was prepared; after the last round, the season's end. */
  at: Instant
  /** How the next round's dossier has somebody: with the seat that they held, with none, or not at all (undefined). */
  next(candidateId: number): PlayedSeat | null | undefined
}

/** A candidate's standing after a round of the past. */
export type PastStanding = Omit<Standing, 'player'> & { candidateId: number }

/** How candidates stood when a round of the past was over. Only reads. Source: rules §8.25. */
export function createHistory({ store }: SeatAcceptanceDeps, { ruleOf, deadlinesOf }: Seats) {
  /** An offer as it was at an instant, when only rounds up to `round` were published. */
  function seen(offer: StoredOffer, own: readonly StoredOffer[], { round, at }: Past): StoredOffer {
    const isUpgraded = own.some((one) => one.round > offer.round && one.round <= round && !one.isRetained)
    const isCancelled = offer.cancelledAt !== null && offer.cancelledAt <= at
    const isEnded = offer.endedAt !== null && offer.endedAt <= at
    const others = isEnded && offer.ending !== 'cancelled' && offer.ending !== 'upgraded' ? offer.ending : null
    return {
      ...offer,
      ending: isCancelled ? 'cancelled' : (others ?? (isUpgraded ? 'upgraded' : null)),
      admittedAt: offer.admittedAt !== null && offer.admittedAt <= at ? offer.admittedAt : null,
    }
  }

  function actOn(offer: StoredOffer, at: Instant): SeatAct {
    const rule = ruleOf(offer.round)
    switch (offerState(offer, rule, deadlinesOf(offer.round), at)) {
      case 'ended':
        return offer.ending === 'cancelled' ? 'left' : offer.ending === 'upgraded' ? 'kept' : 'taken-back'
      case 'not-accepted':
        return 'nothing'
      case 'not-reported':
        return 'left'
      default:
        return decisionOf(offer, rule) === 'betterment' ? 'kept' : 'froze'
    }
  }

  function standingOf(candidateId: number, all: readonly StoredOffer[], past: Past): PastStanding {
    const own = all.filter(({ round }) => round <= past.round).map((offer) => seen(offer, all, past))
    const rounds = Array.from({ length: past.round }, (_, place) => ({
      rule: ruleOf(place + 1),
      deadlines: deadlinesOf(place + 1),
      offer: own.find(({ round }) => round === place + 1) ?? null,
    }))
    const entry = entryAfter(rounds, past.at)
    const ofRound = own.find(({ round }) => round === past.round)
    const hasLeft = entry.kind === 'left' && entry.why !== 'did-not-freeze'
    const act = ofRound ? actOn(ofRound, past.at) : hasLeft ? 'left' : null
    const next = past.next(candidateId)
    if (next !== undefined) return { candidateId, entry: next ? 'holds' : 'takes-part', act, seat: next }
    if (entry.kind === 'takes-part' || entry.kind === 'left') return { candidateId, entry: entry.kind, act, seat: null }
    const { choiceCode, seatType, originalType, isSupernumerary } = entry.offer as StoredOffer
    // A supernumerary seat is none of the matrix.
    const seat = isSupernumerary ? null : { choiceCode, seatType, originalType }
    return { candidateId, entry: entry.kind, act, seat }
  }

  return {
    /** Everybody whom this round or an earlier one gave a seat, as the next round found them. */
    *standingsAfter(past: Past): Generator<PastStanding> {
      for (let after = 0; ; ) {
        const ids = store.allottedBefore(past.round + 1, after, readAtOnce)
        if (!ids.length) return
        after = ids.at(-1)!
        for (const [candidateId, offers] of byCandidate(store.offersOf(ids)))
          yield standingOf(candidateId, offers, past)
      }
    },
  }
}
