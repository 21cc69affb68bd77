import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import {
  acceptBy,
  type Consequence,
  consequencesOf,
  decisionsFor,
  isDuty,
  lossOf,
  mayAdmit,
  mayDecide,
  mayPayAcceptance,
  mayVerify,
  mustFreeze,
  type NextSeatAct,
  nextOfferAct,
  type OfferAct,
  type OfferState,
  offerState,
  partOf,
  type RoundDeadlines,
  type RoundRule,
  reportingBy,
  restingState,
  roundRule,
  type SeatDecision,
  type SeatDuty,
  seatFeeUse,
  seatStateOf,
} from '#server/domain/admission/offer.ts'
import { type Entry, entryAfter, type RoundsAhead, roundsAheadOf } from '#server/domain/admission/participation.ts'
import { type SpecialClock, seatClock } from '#server/domain/admission/special-clocks.ts'
import type { KeptSeat, KeptSeats } from '#server/domain/allotment/input.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { type CapRound, roundActivity, roundBit, roundNumbers, takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { MoneyUse } from '#server/domain/terms/payment-states.ts'
import { type Activity, outsideWindow } from '#server/domain/terms/schedule.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { breath } from '#server/kernel/background.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'
import { nextInWords } from './next-in-words'
import type { SeatAcceptanceStore, SeatPlace, StoredOffer } from './store'

type Actor = { candidateId: number }

type SeatAcceptanceDeps = {
  db: Database
  store: SeatAcceptanceStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'rounds' | 'ownHours' | 'paymentTime'>
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
  tell: Tell
  record: RecordAct
}

/** A captured payment of the fee, as the message names it. */
type FeePaid = { amount: string; reference: string }

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
}

/** An act that a candidate still has to do for a seat; `runId`: the run that allotted it. */
export type OwedAct = NextSeatAct & { kind: SeatDuty; candidateId: number; runId: number }

/** A seat whose candidate missed the deadline `by`. */
export type LapsedSeat = Pick<StoredOffer, 'candidateId' | 'runId' | 'round' | 'choiceCode'> & {
  state: 'not-accepted' | 'not-reported'
  by: Instant
}

/** Offers read at once. */
const readAtOnce = 500
/** Offers looked at for owed acts before pages get their turn. */
const owedAtOnce = 100
/** Candidates checked before pages get their turn. */
const keptAtOnce = 50

/** From the published allotment to the accepted seat: verify, decide, pay. Source: rules §8.11 to §8.13. */
export function createSeatAcceptance(deps: SeatAcceptanceDeps) {
  const { db, store, clock, course } = deps

  const ruleOf = (round: CapRound): RoundRule => roundRule(course.rounds, round)
  const deadlinesOf = (round: CapRound): RoundDeadlines => ({
    acceptBy: (deps.activity(roundActivity(round, 'acceptance'))?.closesAt ?? null) as Instant | null,
    reportBy: (deps.activity(roundActivity(round, 'reporting'))?.closesAt ?? null) as Instant | null,
    ownTime: hours(course.ownHours),
    payGrace: minutes(course.paymentTime.grace),
  })

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
    return {
      offer,
      state: offerState(offer, rule, deadlines, now),
      act: mayStillAct(offer) ? nextOfferAct(offer, rule, deadlines, now) : null,
      mustFreeze: mustFreeze(offer, rule),
      isLastRound: rule.isLast,
      decisions: decisionsFor(offer, rule),
      deadlines,
    }
  }

  function nextActOf({ act, offer, mustFreeze: isToFreeze }: Seat, now: Instant): NextSeatAct | null {
    if (!act) return null
    const { round, choiceCode } = offer
    const part = partOf(act.kind)
    const opensAt = part && ((deps.activity(roundActivity(round, part))?.opensAt ?? null) as Instant | null)
    const from = opensAt !== null && now < opensAt ? opensAt : null
    const loss = lossOf(act.kind, isToFreeze)
    const { acceptBy: closes } = deadlinesOf(round)
    return { round, choiceCode, kind: act.kind, by: act.by, from, loss, closes, ownHours: course.ownHours }
  }

  function owedOf(seats: readonly Seat[], now: Instant): OwedAct[] {
    return seats.flatMap((seat): OwedAct[] => {
      const act = nextActOf(seat, now)
      if (!act || !isDuty(act.kind)) return []
      return [{ ...act, kind: act.kind, candidateId: seat.offer.candidateId, runId: seat.offer.runId }]
    })
  }

  /** The seats among these whose deadline their candidates missed, until a later round settles them. */
  function lapsedOf(seats: readonly Seat[], now: Instant): LapsedSeat[] {
    return seats.flatMap(({ offer, state, deadlines }): LapsedSeat[] => {
      const { candidateId, runId, round, choiceCode } = offer
      if (state !== 'not-accepted' && (state !== 'not-reported' || offer.reportedAt !== null)) return []
      const by = state === 'not-accepted' ? acceptBy(offer, deadlines) : reportingBy(offer, deadlines)
      if (by === null || !mayStillAct(offer)) return []
      // Somebody who has decided may be paying at the gateway.
      const isPaying = state === 'not-accepted' && offer.decision !== null && now < by + (deadlines.payGrace ?? 0)
      return isPaying ? [] : [{ candidateId, runId, round, choiceCode, state, by }]
    })
  }

  const owedAndLapsed = (offers: readonly StoredOffer[], now: Instant) => {
    const seats = offers.map((offer) => seatOf(offer, now))
    return { acts: owedOf(seats, now), lapsed: lapsedOf(seats, now) }
  }

  /** The offer of a round, or of the newest round that allotted this candidate a seat. */
  function offerOf(candidateId: number, round?: CapRound): StoredOffer | null {
    const offers = store.offers(candidateId)
    return (round === undefined ? offers.at(-1) : offers.find((one) => one.round === round)) ?? null
  }

  /** Applies a rule to the offer; refuses a candidate without a seat in that round. */
  function may(
    candidateId: number,
    round: CapRound,
    rule: (offer: StoredOffer, rule: RoundRule, deadlines: RoundDeadlines) => Result<undefined>,
  ): Result<StoredOffer> {
    const offer = offerOf(candidateId, round)
    if (!offer) return refuse('no-seat', 404)
    if (!mayStillAct(offer)) return refuse('seat-of-earlier-round', 409)
    const allowed = rule(offer, ruleOf(round), deadlinesOf(round))
    return allowed.ok ? ok(offer) : allowed
  }

  /** The same for an act of acceptance, which waits until acceptance opens; without a date it is closed. */
  function mayOnceOpen(candidateId: number, round: CapRound, at: Instant, rule: Parameters<typeof may>[2]) {
    const window = deps.activity(roundActivity(round, 'acceptance'))
    return may(candidateId, round, (...facts) =>
      !window || at < window.opensAt ? outsideWindow('acceptance-not-yet', window, at) : rule(...facts),
    )
  }

  const mayDecideNow = (candidateId: number, round: CapRound, decision: SeatDecision, at: Instant) =>
    mayOnceOpen(candidateId, round, at, (...facts) => mayDecide(decision, ...facts, at))

  function record(offer: StoredOffer, decision: SeatDecision): Seat {
    const { candidateId, round } = offer
    store.decide(candidateId, round, decision, clock.portal())
    const actor = { kind: 'candidate', id: candidateId, name: store.userId(candidateId) } as const
    deps.record(actor, 'seat-acceptance.decided', { candidateId }, { round, decision })
    const seat = seatOf(offerOf(candidateId, round)!, clock.portal())
    if (seat.offer.fee === 'paid') tellAccepted(seat, null)
    else tellDecided(seat)
    return seat
  }

  /** Facts of a seat that every message about it names. */
  const named = ({ offer }: Seat, language: Language) => {
    const { institute, course: branch } = store.place(offer)
    const decision = translate(language, `acceptance:decision.${offer.decision!}`)
    return { round: offer.round, choiceCode: offer.choiceCode, institute, branch, decision }
  }

  function tellDecided(seat: Seat): void {
    const by = seat.act?.by ?? null
    deps.tell(seat.offer.candidateId, 'seat-decided', (language) => ({
      ...named(seat, language),
      next:
        by === null
          ? translate(language, 'acceptance:message.pay')
          : translate(language, 'acceptance:message.pay-by', { by: formatDateTime(by, language) }),
    }))
  }

  /** `fee`: null if it was paid for an earlier seat. */
  function tellAccepted(seat: Seat, fee: FeePaid | null): void {
    const { act, offer } = seat
    deps.tell(offer.candidateId, 'seat-accepted', (language) => ({
      ...named(seat, language),
      fee: fee
        ? translate(language, 'acceptance:message.fee-paid', fee)
        : translate(language, 'acceptance:message.fee-paid-before'),
      next:
        act?.kind === 'report'
          ? translate(language, act.by === null ? 'acceptance:message.report' : 'acceptance:message.report-by', {
              by: act.by === null ? '' : formatDateTime(act.by, language),
            })
          : translate(language, 'acceptance:message.held', { next: following(offer.round) ?? offer.round + 1 }),
    }))
  }

  /** A candidate's entry into `round`, by the offers of the rounds before it. */
  const entryOf = (offers: readonly StoredOffer[], round: CapRound, now: Instant): Entry =>
    entryAfter(
      Array.from({ length: round - 1 }, (_, place) => ({
        rule: ruleOf(place + 1),
        deadlines: deadlinesOf(place + 1),
        offer: offers.find((one) => one.round === place + 1) ?? null,
      })),
      now,
    )

  /** The round that follows this one and every published one; null after the last. */
  function following(round: CapRound): CapRound | null {
    const latest = Math.max(round, store.newestRound() ?? round)
    return ruleOf(latest).isLast ? null : latest + 1
  }

  /** What the rounds after this one still hold for a candidate who has no seat. */
  function ahead({ candidateId }: Actor, round: CapRound, now: Instant = clock.portal()): RoundsAhead {
    const next = following(round)
    return roundsAheadOf(entryOf(store.offers(candidateId), next ?? round + 1, now).kind, next === null)
  }

  /** The round after this one, for a message to a candidate who takes part in it: when its option form opens. */
  function nextRoundInWords(round: CapRound, language: Language): string {
    const next = following(round)
    if (next === null) return translate(language, 'admission:ahead.over')
    const options = deps.activity(roundActivity(next, 'options'))
    const now = clock.portal()
    if (options && options.opensAt > now) {
      const opens = formatDateTime(options.opensAt, language)
      return translate(language, 'admission:ahead.next-round', { round: next, opens })
    }
    const isOpen = options !== undefined && (options.closesAt === null || options.closesAt > now)
    return translate(language, isOpen ? 'admission:ahead.next-round-open' : 'admission:ahead.later', { round: next })
  }

  /** What the rounds after this one still hold for a candidate who has no seat, in a sentence. */
  function aheadInWords(actor: Actor, round: CapRound, language: Language): string {
    const found = ahead(actor, round)
    return found === 'next-round' ? nextRoundInWords(round, language) : translate(language, `admission:ahead.${found}`)
  }

  /**
   * The seats of the matrix at these choice codes that candidates keep after a round, whether final or held for
   * betterment.
   */
  function keptAt(round: CapRound, choiceCodes: readonly string[], now: Instant = clock.portal()): StoredOffer[] {
    const offers = byCandidate(store.offersOf(store.allottedAt(round, choiceCodes)))
    return [...offers.values()].flatMap((own): StoredOffer[] => {
      const entry = entryOf(own, round + 1, now)
      if (entry.kind !== 'holds' && entry.kind !== 'seated') return []
      const offer = entry.offer as StoredOffer
      return choiceCodes.includes(offer.choiceCode) && !offer.isSupernumerary ? [offer] : []
    })
  }

  return {
    deadlinesOf,
    /** The newest published round; null before the first. */
    newestRound: store.newestRound,

    /** The candidate's current seat: from the newest round that allotted them one. */
    current({ candidateId }: Actor, now: Instant = clock.portal()): Seat | null {
      const offer = offerOf(candidateId)
      return offer && seatOf(offer, now)
    },

    /** The next act for the candidate's seat; null without a seat, and once nothing is left to do. */
    next: ({ candidateId }: Actor, now: Instant = clock.portal()): NextSeatAct | null => {
      const offer = offerOf(candidateId)
      return offer && nextActOf(seatOf(offer, now), now)
    },

    /** The same for a message; empty once nothing is left to do. */
    nextInWords({ candidateId }: Actor, language: Language, now: Instant = clock.portal()): string {
      const offer = offerOf(candidateId)
      const next = offer && nextActOf(seatOf(offer, now), now)
      return next ? nextInWords(next, language) : ''
    },

    /**
     * Every act that candidates still have to do, and every seat whose deadline they missed, in pieces by candidate,
     * from the one after `after` on: those of the newest round, after those who may still act on an earlier seat.
     * `upTo`: where the next call may go on.
     */
    *owed(now: Instant, after = 0): Generator<{ upTo: number; acts: OwedAct[]; lapsed: LapsedSeat[] }> {
      const round = store.newestRound()
      if (round === null) return
      if (after === 0) {
        const earlier = [...byCandidate(store.offersOf(store.actingBefore(round, hours(course.ownHours)))).values()]
        const newest = earlier.map((offers) => offers.at(-1)!).filter((offer) => offer.round < round)
        yield { upTo: 0, ...owedAndLapsed(newest, now) }
      }
      for (let upTo = after; ; ) {
        const offers = store.offersOfRound(round, upTo, owedAtOnce)
        if (!offers.length) return
        upTo = offers.at(-1)!.candidateId
        yield { upTo, ...owedAndLapsed(offers, now) }
      }
    },

    /** What these candidates still have to do now. */
    owedBy: (candidateIds: readonly number[], now: Instant = clock.portal()): OwedAct[] =>
      owedOf(
        [...byCandidate(store.offersOf(candidateIds)).values()].map((offers) => seatOf(offers.at(-1)!, now)),
        now,
      ),

    /** The longer time of these candidates for their newest seat, where they have not acted in it. */
    clocksOf: (candidateIds: readonly number[], now: Instant): (SpecialClock & { candidateId: number })[] =>
      [...byCandidate(store.offersOf(candidateIds)).values()].flatMap((offers) => {
        const offer = offers.at(-1)!
        const found = mayStillAct(offer) ? seatClock(offer, ruleOf(offer.round), deadlinesOf(offer.round), now) : null
        return found ? [{ ...found, candidateId: offer.candidateId }] : []
      }),

    /** The seat that one round allotted. */
    seat({ candidateId }: Actor, round: CapRound, now: Instant = clock.portal()): Seat | null {
      const offer = offerOf(candidateId, round)
      return offer && seatOf(offer, now)
    },

    /**
     * How the candidate's newest seat stands once it asks nothing more of them, in words; null without such a seat.
     * `hasLeft`: no later round is theirs.
     */
    standingInWords(actor: Actor, language: Language, now: Instant = clock.portal()) {
      const offer = offerOf(actor.candidateId)
      const seat = offer && seatOf(offer, now)
      const state = seat && !seat.act && restingState(seat)
      if (!seat || !state) return null
      const { round } = seat.offer
      const { institute, course: branch } = store.place(seat.offer)
      const next = following(round)
      // A seat kept for betterment stays one after the institute has admitted its candidate.
      const isIn = next !== null && takesPart(entryOf(store.offers(actor.candidateId), next, now).kind)
      const isOver = state === 'admitted' || state === 'cancelled' || state === 'reported'
      const about = isOver
        ? translate(language, `admission:standing.${state}`, { institute, branch })
        : `${translate(language, 'application:seat.lost-about')} ${aheadInWords(actor, round, language)}`
      return {
        title: translate(language, `application:seat.${state}`, { round }),
        text: isOver && !isIn ? `${about} ${translate(language, 'admission:standing.no-round')}` : about,
        hasLeft: !isIn,
      }
    },

    /** All seats that rounds have allotted a candidate, oldest first. */
    seats: ({ candidateId }: Actor, now: Instant = clock.portal()): Seat[] =>
      store.offers(candidateId).map((offer) => seatOf(offer, now)),

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

    mayVerify: ({ candidateId }: Actor, round: CapRound, at: Instant) =>
      mayOnceOpen(candidateId, round, at, (...facts) => mayVerify(...facts, at)),
    mayDecide: ({ candidateId }: Actor, round: CapRound, decision: SeatDecision, at: Instant) =>
      mayDecideNow(candidateId, round, decision, at),
    /** Ok if the fee can be paid now, for the newest round's seat. */
    mayPay({ candidateId }: Actor, at: Instant): Result<undefined> {
      const offer = offerOf(candidateId)
      if (!offer) return refuse('no-seat', 404)
      const allowed = mayOnceOpen(candidateId, offer.round, at, (...facts) => mayPayAcceptance(...facts, at))
      return allowed.ok ? ok() : allowed
    },
    /**
     * Is money for the fee of use now, if its try began at this instant? Not if the seat is gone, or a later round has
     * been published meanwhile and no order lets the candidate accept.
     */
    feeUse(candidateId: number, begunAt: Instant): MoneyUse {
      const offer = offerOf(candidateId)
      if (!offer || !mayStillAct(offer)) return 'seat-gone'
      const at = clock.portal()
      return seatFeeUse(offer, ruleOf(offer.round), deadlinesOf(offer.round), { begunAt, at })
    },

    /** The fee for the current seat has been captured; joins the transaction of the capture. */
    paid(candidateId: number, fee: FeePaid): void {
      const seat = seatOf(offerOf(candidateId)!, clock.portal())
      tellAccepted(seat, fee)
    },

    /** The consequences of each decision, and of none, for a seat. */
    consequences: ({ offer }: Seat): Consequence[] => consequencesOf(offer, ruleOf(offer.round)),

    /** The course and institute of a seat. */
    place: ({ offer }: Pick<Seat, 'offer'>): SeatPlace => store.place(offer),

    mayAdmit: (candidateId: number, round: CapRound, at: Instant) =>
      may(candidateId, round, (...facts) => mayAdmit(...facts, at)),

    /**
     * Freezes a seat or keeps it for betterment, with password and OTP. `at`: when the request arrived; it is compared
     * with the deadline. Refusals: `no-seat` (404), `verify-first`, `grievance-undecided`, `already-accepted`,
     * `payment-pending` (409), `acceptance-closed`, `must-freeze`, and those of the proof.
     */
    async decide(
      actor: Actor,
      round: CapRound,
      decision: SeatDecision,
      proof: StepUpProof,
      at: Instant,
    ): Promise<Result<Seat>> {
      const before = mayDecideNow(actor.candidateId, round, decision, at)
      if (!before.ok) return before
      const proved = await deps.proveStepUp(actor, 'accept-seat', proof)
      if (!proved.ok) {
        // A second press finds the OTP used; answer with the state that the first press left.
        const still = mayDecideNow(actor.candidateId, round, decision, at)
        return still.ok ? proved : still
      }
      return db.transact((): Result<Seat> => {
        const still = mayDecideNow(actor.candidateId, round, decision, at)
        return still.ok ? ok(record(still.value, decision)) : still
      })
    },

    /** The same without a proof, for the candidates of the demo's cohort. */
    decideUnasked: ({ candidateId }: Actor, round: CapRound, decision: SeatDecision): Result<Seat> =>
      db.transact((): Result<Seat> => {
        const allowed = mayDecideNow(candidateId, round, decision, clock.portal())
        return allowed.ok ? ok(record(allowed.value, decision)) : allowed
      }),

    /** Takes a seat back, in the caller's transaction: after a failed claim, an upheld grievance, or an order. */
    end: store.end,
    undoEnding: store.undoEnding,
    undoDecision: store.undoDecision,

    /** The run that gave the candidate the seat of a round: for a retained seat that of an earlier round. */
    runThatGave(candidateId: number, round: CapRound): number {
      const offers = store.offers(candidateId).filter((one) => one.round <= round && !one.isRetained)
      const given = offers.at(-1)
      if (!given) throw new Error(`candidate ${candidateId} has no seat of round ${round}`)
      return given.runId
    },

    isRunInHand: store.isRunInHand,
    newestRun: store.newestRun,
    preparedAt: store.preparedAt,

    /** True if a seat of this offer's type is free at its choice code: others keep fewer than the matrix has. */
    isFree({ candidateId, choiceCode, seatType, originalType }: StoredOffer, now: Instant = clock.portal()): boolean {
      const wanted = originalType ?? seatType
      const kept = keptAt(store.newestRound() ?? 0, [choiceCode], now)
      const others = kept.filter(
        (one) => one.candidateId !== candidateId && (one.originalType ?? one.seatType) === wanted,
      )
      return others.length < store.seatsInMatrix(choiceCode, wanted)
    },

    /** How a candidate enters a round, by the seats of the rounds before it. */
    entry: (candidateId: number, round: CapRound, now: Instant = clock.portal()): Entry =>
      entryOf(store.offers(candidateId), round, now),

    following,
    ahead,
    nextRoundInWords,
    /** Did this published round set an earlier seat of the candidate aside, so that it did not consider them? */
    wasSetAside: ({ candidateId }: Actor, round: CapRound): boolean =>
      store.offers(candidateId).some((offer) => setsAside(round, offer)),
    aheadInWords,

    /**
     * The progress of the candidate's seat, if they can still act on it or read its record, and the rounds among these in
     * which they may not begin: already seated, or gone. Sets of rounds: bit n-1 is round n.
     */
    standing(
      candidateId: number,
      rounds: number,
      now: Instant = clock.portal(),
    ): Pick<CandidateFacts, 'seat' | 'holdsSeat' | 'roundsBarred'> {
      const offers = store.offers(candidateId)
      const newest = offers.at(-1)
      const seat = newest ? seatStateOf(newest, ruleOf(newest.round), deadlinesOf(newest.round), now) : null
      return {
        seat,
        holdsSeat: newest !== undefined && mayStillAct(newest) && seat !== null && seat !== 'cancelled',
        roundsBarred: roundNumbers(course.rounds)
          .filter((round) => rounds & roundBit(round))
          .filter((round) => ['seated', 'left'].includes(entryOf(offers, round, now).kind))
          .reduce((barred, round) => barred | roundBit(round), 0),
      }
    },

    keptAt,

    /**
     * The seats that candidates keep when `round` is prepared, and the candidates who take no part in it: already
     * seated, or gone. Reads every offer of earlier rounds in pieces, in the background.
     */
    async keptFor(round: CapRound, now: Instant = clock.portal()): Promise<KeptSeats> {
      const kept: KeptSeat[] = []
      const absent = new Set<number>()
      for (let after = 0; ; ) {
        const ids = store.allottedBefore(round, after, keptAtOnce)
        if (!ids.length) return { kept, absent }
        after = ids.at(-1)!
        for (const [candidateId, offers] of byCandidate(store.offersOf(ids))) {
          const entry = entryOf(offers, round, now)
          if (entry.kind === 'takes-part') continue
          if (entry.kind !== 'holds') absent.add(candidateId)
          if (entry.kind === 'left') continue
          const { choiceCode, seatType, originalType, isSupernumerary } = entry.offer as StoredOffer
          // It takes no seat of the matrix.
          if (isSupernumerary) continue
          kept.push({ candidateId, choiceCode, seatType, originalType, isFinal: entry.kind === 'seated' })
        }
        await breath()
      }
    },
  }
}

function byCandidate(offers: readonly StoredOffer[]): Map<number, StoredOffer[]> {
  const found = new Map<number, StoredOffer[]>()
  for (const offer of offers) {
    const own = found.get(offer.candidateId)
    if (own) own.push(offer)
    else found.set(offer.candidateId, [offer])
  }
  return found
}

export type SeatAcceptance = ReturnType<typeof createSeatAcceptance>
