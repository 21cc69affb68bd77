import {
  acceptBy,
  type Consequence,
  consequencesOf,
  decisionsFor,
  isGone,
  keptReporting,
  mustFreeze,
  nextOfferAct,
  type OfferAct,
  type OfferState,
  offerState,
  type Reporting,
  type RoundDeadlines,
  type RoundRule,
  reportingOf,
  roundRule,
  type SeatDecision,
} from '#server/domain/admission/offer.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { SeatPlace, StoredOffer } from './store'

/** A candidate's seat of one round, with all the data for its page, its banner and its reminders. */
export type Seat = {
  offer: StoredOffer
  state: OfferState
  /** The next act; null if there is none. */
  act: OfferAct | null
  mustFreeze: boolean
  isLastRound: boolean
  /** The decisions possible in principle; `mayDecide` says if they can be made now. */
  decisions: readonly SeatDecision[]
  deadlines: RoundDeadlines
  /** When the candidate reports for it; null once nobody does. */
  reporting: Reporting | null
  /** When reporting after its round opens; null once it is open, and without a date. */
  reportsFrom: Instant | null
}

/** Offers read at once. */
const readAtOnce = 500

/** The seats that rounds have allotted, and how each stands by the schedule. Only reads. Source: rules §8.11. */
export function createSeats({ store, clock, course, activity }: SeatAcceptanceDeps) {
  const ruleOf = (round: CapRound): RoundRule => roundRule(course.rounds, round)
  const deadlinesOf = (round: CapRound): RoundDeadlines => ({
    acceptBy: (activity(roundActivity(round, 'acceptance'))?.closesAt ?? null) as Instant | null,
    reportBy: (activity(roundActivity(round, 'reporting'))?.closesAt ?? null) as Instant | null,
    ownTime: hours(course.ownHours),
    payGrace: minutes(course.paymentTime.grace),
  })

  /** When seat acceptance, or reporting after a round, opens; null once it is open, and without a date. */
  function opensIn(round: CapRound, part: 'acceptance' | 'reporting', now: Instant): Instant | null {
    const opensAt = (activity(roundActivity(round, part))?.opensAt ?? null) as Instant | null
    return opensAt !== null && now < opensAt ? opensAt : null
  }

  /**
   * Did this round, published since, set an earlier seat aside with its candidate? It did if their own time, after a
   * grievance or a reset, was not over when it was prepared.
   */
  function setsAside(round: CapRound, offer: StoredOffer): boolean {
    const preparedAt = offer.round < round ? store.roundPreparedAt(round) : undefined
    if (preparedAt === undefined) return false
    const by = acceptBy(offer, deadlinesOf(offer.round))
    return offer.grievance === 'open' || (by !== null && by > preparedAt)
  }

  /** The next round settles the seat of an earlier one, unless an order gave it back since or the round set it aside. */
  const mayStillAct = (offer: StoredOffer) =>
    offer.orderedUntil !== null || offer.round === store.newestRound() || setsAside(offer.round + 1, offer)

  function seatOf(offer: StoredOffer, now: Instant): Seat {
    const rule = ruleOf(offer.round)
    const deadlines = deadlinesOf(offer.round)
    const state = offerState(offer, rule, deadlines, now)
    return {
      offer,
      state,
      act: mayStillAct(offer) ? nextOfferAct(offer, rule, deadlines, now) : null,
      mustFreeze: mustFreeze(offer, rule),
      isLastRound: rule.isLast,
      decisions: decisionsFor(offer, rule),
      deadlines,
      reporting: reportingOf(offer, state, course.rounds, deadlinesOf),
      reportsFrom: opensIn(offer.round, 'reporting', now),
    }
  }

  /** The offer of a round, or of the newest round that allotted this candidate a seat. */
  function offerOf(candidateId: number, round?: CapRound): StoredOffer | null {
    const offers = store.offers(candidateId)
    return (round === undefined ? offers.at(-1) : offers.find((one) => one.round === round)) ?? null
  }

  return {
    ruleOf,
    mayStillAct,
    seatOf,
    offerOf,
    deadlinesOf,
    opensIn,
    verbs: {
      deadlinesOf,

      /** The candidate's current seat: from the newest round that allotted them one. */
      current(candidateId: number, now: Instant = clock.portal()): Seat | null {
        const offer = offerOf(candidateId)
        return offer && seatOf(offer, now)
      },

      /** The seat that one round allotted. */
      seat(candidateId: number, round: CapRound, now: Instant = clock.portal()): Seat | null {
        const offer = offerOf(candidateId, round)
        return offer && seatOf(offer, now)
      },

      /** All seats that rounds have allotted a candidate, oldest first. */
      seats: (candidateId: number, now: Instant = clock.portal()): Seat[] =>
        store.offers(candidateId).map((offer) => seatOf(offer, now)),

      /** Who of these candidates has lost the seat that a round allotted, or given it up, in whatever way. */
      lost: (round: CapRound, candidateIds: readonly number[], now: Instant = clock.portal()): ReadonlySet<number> =>
        new Set(
          store
            .offersOf(candidateIds)
            .filter((offer) => offer.round === round && isGone(seatOf(offer, now).state))
            .map(({ candidateId }) => candidateId),
        ),

      /** The seats of a round at one institute, by choice code. */
      seatsAt: (round: CapRound, instituteCode: string, now: Instant = clock.portal()): Seat[] =>
        store.offersAt(round, instituteCode).map((offer) => seatOf(offer, now)),

      /** Every seat of a round, in pieces, by candidate. */
      *seatsOfRound(round: CapRound, now: Instant = clock.portal()): Generator<Seat[]> {
        for (let after = 0; ; ) {
          const offers = store.offersOfRound(round, after, readAtOnce)
          if (!offers.length) return
          yield offers.map((offer) => seatOf(offer, now))
          after = offers.at(-1)!.candidateId
        }
      },

      /** The consequences of each decision, and of none, for a seat. */
      consequences: ({ offer }: Seat): Consequence[] => consequencesOf(offer, ruleOf(offer.round)),

      /** When the candidate reports who keeps this seat for betterment, if no better one comes. */
      keptReporting: ({ offer }: Pick<Seat, 'offer'>): Reporting =>
        keptReporting(course.rounds, offer.round, deadlinesOf),

      /** The course and institute of a seat. */
      place: ({ offer }: Pick<Seat, 'offer'>): SeatPlace => store.place(offer),

      /** Did this published round set an earlier seat of the candidate aside, so that it did not consider them? */
      wasSetAside: (candidateId: number, round: CapRound): boolean =>
        store.offers(candidateId).some((offer) => setsAside(round, offer)),
    },
  }
}

export type Seats = ReturnType<typeof createSeats>

export function byCandidate(offers: readonly StoredOffer[]): Map<number, StoredOffer[]> {
  const found = new Map<number, StoredOffer[]>()
  for (const offer of offers) {
    const own = found.get(offer.candidateId)
    if (own) own.push(offer)
    else found.set(offer.candidateId, [offer])
  }
  return found
}
