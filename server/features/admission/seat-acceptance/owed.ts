import {
  acceptBy,
  isDuty,
  lossOf,
  type NextSeatAct,
  partOf,
  reportingBy,
  type SeatDuty,
} from '#server/domain/admission/offer.ts'
import { asOrdered, type GivingOrder } from '#server/domain/admission/seat-orders.ts'
import { type SpecialClock, seatClock } from '#server/domain/admission/special-clocks.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Language } from '#server/kernel/languages.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import { nextInWords } from './next-in-words'
import { byCandidate, type Seat, type Seats } from './seats'
import type { StoredOffer } from './store'

/** An act that a candidate still has to do for a seat; `runId`: the run that allotted it. */
export type OwedAct = NextSeatAct & { kind: SeatDuty; candidateId: number; runId: number }

/** A seat whose candidate missed the deadline `by`. */
export type LapsedSeat = Pick<StoredOffer, 'candidateId' | 'runId' | 'round' | 'choiceCode'> & {
  state: 'not-accepted' | 'not-reported'
  by: Instant
}

/** Offers looked at for owed acts before pages get their turn. */
const owedAtOnce = 100

/** What candidates still have to do for their seats, and which seats they let lapse. Only reads. */
export function createOwed(
  { store, clock, course }: SeatAcceptanceDeps,
  { seatOf, offerOf, ruleOf, deadlinesOf, opensIn, mayStillAct }: Seats,
) {
  function nextActOf(seat: Seat, now: Instant): NextSeatAct | null {
    const { act, offer, reporting } = seat
    if (!act) return null
    const { round, choiceCode } = offer
    const part = partOf(act.kind)
    const from = part && opensIn(round, part, now)
    const loss = lossOf(act.kind, seat)
    const { acceptBy: closes } = deadlinesOf(round)
    const isClosed = closes !== null && now >= closes
    const { ownHours } = course
    return { round, choiceCode, kind: act.kind, by: act.by, from, loss, closes, isClosed, ownHours, reporting }
  }

  function owedOf(seats: readonly Seat[], now: Instant): OwedAct[] {
    return seats.flatMap((seat): OwedAct[] => {
      const act = nextActOf(seat, now)
      if (!act || !isDuty(act.kind)) return []
      return [{ ...act, kind: act.kind, candidateId: seat.offer.candidateId, runId: seat.offer.runId }]
    })
  }

  /** The seats among these whose deadline their candidates missed, until a later round settles them. */
  function lapsedOf(seats: readonly Seat[]): LapsedSeat[] {
    return seats.flatMap(({ offer, state, deadlines }): LapsedSeat[] => {
      const { candidateId, runId, round, choiceCode } = offer
      if (state !== 'not-accepted' && (state !== 'not-reported' || offer.reportedAt !== null)) return []
      const by = state === 'not-accepted' ? acceptBy(offer, deadlines) : reportingBy(offer, deadlines)
      if (by === null || !mayStillAct(offer)) return []
      return [{ candidateId, runId, round, choiceCode, state, by }]
    })
  }

  const seatsOf = (offers: readonly StoredOffer[], now: Instant) => offers.map((offer) => seatOf(offer, now))
  const newestOf = (candidateIds: readonly number[]): StoredOffer[] =>
    [...byCandidate(store.offersOf(candidateIds)).values()].map((offers) => offers.at(-1)!)

  /** The next act for the candidate's seat; null without a seat, and once nothing is left to do. */
  function next(candidateId: number, now: Instant = clock.portal()): NextSeatAct | null {
    const offer = offerOf(candidateId)
    return offer && nextActOf(seatOf(offer, now), now)
  }

  return {
    next,

    /** The next act for the candidate's seat once this order is in force; null without a seat. */
    onceOrdered(candidateId: number, order: GivingOrder, now: Instant = clock.portal()): NextSeatAct | null {
      const offer = offerOf(candidateId)
      return offer && nextActOf(seatOf(asOrdered(offer, order), now), now)
    },
    actInWords: nextInWords,

    /** The same for a message; empty once nothing is left to do. */
    nextInWords(candidateId: number, language: Language, now: Instant = clock.portal()): string {
      const found = next(candidateId, now)
      return found ? nextInWords(found, language) : ''
    },

    /**
     * Every act that candidates still have to do, in pieces by candidate, from the one after `after` on: those of the
     * newest round, after those who may still act on an earlier seat. `upTo`: where the next call may go on.
     */
    *owed(now: Instant, after = 0): Generator<{ upTo: number; acts: OwedAct[] }> {
      const round = store.newestRound()
      if (round === null) return
      if (after === 0) {
        const earlier = newestOf(store.actingBefore(round, hours(course.ownHours)))
        const before = earlier.filter((offer) => offer.round < round)
        yield { upTo: 0, acts: owedOf(seatsOf(before, now), now) }
      }
      for (let upTo = after; ; ) {
        const offers = store.offersOfRound(round, upTo, owedAtOnce)
        if (!offers.length) return
        upTo = offers.at(-1)!.candidateId
        yield { upTo, acts: owedOf(seatsOf(offers, now), now) }
      }
    },

    /**
     * The acts that candidates still have to do for a seat of a round, and the seats whose deadline they missed: of at most
     * so many candidates after one, by candidate.
     */
    owedIn(round: CapRound, after: number, atMost: number, now: Instant): { acts: OwedAct[]; lapsed: LapsedSeat[] } {
      const seats = seatsOf(store.offersOfRound(round, after, atMost), now)
      return { acts: owedOf(seats, now), lapsed: lapsedOf(seats) }
    },

    /** What these candidates still have to do now. */
    owedBy: (candidateIds: readonly number[], now: Instant = clock.portal()): OwedAct[] =>
      owedOf(seatsOf(newestOf(candidateIds), now), now),

    /** The newest seats of these candidates whose deadline they missed. */
    lapsedBy: (candidateIds: readonly number[], now: Instant = clock.portal()): LapsedSeat[] =>
      lapsedOf(seatsOf(newestOf(candidateIds), now)),

    /** The longer time of these candidates for their newest seat, where they have not acted in it. */
    clocksOf: (candidateIds: readonly number[], now: Instant): (SpecialClock & { candidateId: number })[] =>
      newestOf(candidateIds).flatMap((offer) => {
        const found = mayStillAct(offer) ? seatClock(offer, ruleOf(offer.round), deadlinesOf(offer.round), now) : null
        return found ? [{ ...found, candidateId: offer.candidateId }] : []
      }),
  }
}
