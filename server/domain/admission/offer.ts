import { type CapRound, isLastRound, type RoundPlan, roundNumbers, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { isTryInTime, type MoneyUse } from '#server/domain/terms/payment-states.ts'
import type { SeatState } from '#server/domain/terms/states.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'

/**
 * How a round treats the seats that it allots; season data. `freezeUpTo`: a seat at a preference up to this number
 * freezes automatically, `any` freezes every seat. `isLast`: no round follows, so every seat must be frozen.
 * `whoReports`: everybody who accepted, or only candidates whose seat is frozen. Source: rules §8.11, §8.14.
 */
export type RoundRule = { freezeUpTo: number | 'any'; isLast: boolean; whoReports: 'frozen' | 'accepted' }

/** The rule of one round of a season; after the last round everybody who accepted reports. */
export const roundRule = (plan: RoundPlan, round: CapRound): RoundRule => {
  const { autoFreezeUpTo, whoReports } = rulesOf(plan, round)
  const isLast = isLastRound(plan, round)
  return { freezeUpTo: autoFreezeUpTo, isLast, whoReports: isLast ? 'accepted' : whoReports }
}

/**
 * When a round's acceptance and reporting close; null while the schedule gives no date. `ownTime`: the time, in ms, that
 * a candidate has after a late decision or a reset; 24 hours if the season does not say. `payGrace`: how long after the
 * deadline, in ms, a payment of the fee may still begin at the gateway; none if the season does not say.
 */
export type RoundDeadlines = {
  acceptBy: Instant | null
  reportBy: Instant | null
  ownTime?: number
  payGrace?: number
}

/**
 * Why a candidate no longer has a seat that a round allotted. `grievance-upheld`: the seat was won on a fact that
 * proved wrong. A grievance that does not affect the seat reopens acceptance instead.
 */
const offerEndings = ['upgraded', 'claim-failed', 'grievance-upheld', 'cancelled', 'withdrawn-by-order'] as const
export type OfferEnding = (typeof offerEndings)[number]

export const seatDecisions = ['freeze', 'betterment'] as const
export type SeatDecision = (typeof seatDecisions)[number]
export const isSeatDecision = (word: unknown): word is SeatDecision =>
  (seatDecisions as readonly unknown[]).includes(word)

/**
 * Everything recorded about a seat that a published round allotted. A null field means that the event has not happened.
 */
export type Offer = {
  round: number
  choiceCode: string
  seatType: string
  /** The place of the choice in the option form; null for a retained seat that the form does not list. */
  preference: number | null
  /** Carried over from an earlier round, with its verification, decision and fee. */
  isRetained: boolean
  verifiedAt: Instant | null
  /** The grievance that self-verification raised. */
  grievance: 'open' | 'decided' | null
  grievanceDecidedAt: Instant | null
  decision: SeatDecision | null
  /** The seat-acceptance fee, paid once in the season. */
  fee: 'unpaid' | 'pending' | 'paid'
  /** When the attempt that paid began with us, or the pending try at the gateway. */
  feeBegunAt: Instant | null
  /** When the institute last reset verification and acceptance in this round. */
  resetAt: Instant | null
  /**
   * When the institute prepared to record late that the candidate had reported; null once two people have decided.
   */
  reportedAt: Instant | null
  /** When the institute admitted the candidate. */
  admittedAt: Instant | null
  ending: OfferEnding | null
  /** Until when an order lets the candidate accept; absent or null if there is none. */
  orderedUntil?: Instant | null
  /** Restored by an order in addition to the seats of the matrix. */
  isSupernumerary?: boolean
}

/**
 * Every state of an offer. The names are the keys of its words in both languages. `in-grace`: the time to pay is over, and a
 * payment may still begin at the gateway's open page.
 */
export const offerStates = [
  'to-verify',
  'in-grievance',
  'to-decide',
  'to-pay',
  'paying',
  'in-grace',
  'held',
  'to-report',
  'admitted',
  'not-accepted',
  'not-reported',
  'ended',
] as const
export type OfferState = (typeof offerStates)[number]

const heldStates: readonly OfferState[] = ['held', 'to-report', 'admitted']

/** Has the candidate accepted this seat, and still has it? */
export const isHeld = (state: OfferState): boolean => heldStates.includes(state)

const goneStates = ['not-accepted', 'not-reported', 'ended'] as const
export type GoneState = (typeof goneStates)[number]

/** Has the candidate lost this seat, or given it up? */
export const isGone = (state: OfferState): state is GoneState => (goneStates as readonly string[]).includes(state)

/**
 * The effect of a seat at this preference: it freezes automatically, it is final because no round follows, or the
 * candidate decides. A supernumerary seat always freezes, because no round can take it back. Source: rules §8.11, §8.16.
 */
export function allottedMeans(
  { preference, isSupernumerary }: Pick<Offer, 'preference' | 'isSupernumerary'>,
  { freezeUpTo, isLast }: RoundRule,
): 'freezes' | 'final' | 'decide' {
  if (isSupernumerary || freezeUpTo === 'any' || (preference !== null && preference <= freezeUpTo)) return 'freezes'
  return isLast ? 'final' : 'decide'
}

/** Must the candidate freeze this seat? */
export const mustFreeze = (offer: Pick<Offer, 'preference' | 'isSupernumerary'>, rule: RoundRule): boolean =>
  allottedMeans(offer, rule) !== 'decide'

/** The decisions open to the candidate for this seat. */
export const decisionsFor = (
  offer: Pick<Offer, 'preference' | 'isSupernumerary'>,
  rule: RoundRule,
): readonly SeatDecision[] => (mustFreeze(offer, rule) ? ['freeze'] : seatDecisions)

/**
 * The decision in force. A seat that must be frozen counts as frozen, whatever the candidate decided in an earlier
 * round.
 */
export const decisionOf = (
  offer: Pick<Offer, 'preference' | 'decision' | 'isRetained' | 'isSupernumerary'>,
  rule: RoundRule,
) => (offer.decision !== null && mustFreeze(offer, rule) ? 'freeze' : offer.decision)

/** What follows for the candidate from one way to act on a seat. */
export type Consequence = {
  choice: SeatDecision | 'nothing'
  /** `final`: kept for good. `kept`: kept unless a better one is allotted. `released`: lost. */
  seat: 'final' | 'kept' | 'released'
  takesPartNext: boolean
  reports: boolean
}

/**
 * What follows from each decision, and from none, for this seat; only what is open to the candidate. Without a decision
 * a retained seat is kept as the candidate decided before. Source: rules §8.11, §8.14.
 */
export function consequencesOf(offer: Offer, rule: RoundRule): Consequence[] {
  const after = (choice: SeatDecision): Consequence =>
    choice === 'freeze'
      ? { choice, seat: 'final', takesPartNext: false, reports: true }
      : { choice, seat: 'kept', takesPartNext: true, reports: rule.whoReports === 'accepted' }
  const kept = offer.isRetained && isAccepted(offer) ? decisionOf(offer, rule) : null
  const nothing: Consequence = kept
    ? { ...after(kept), choice: 'nothing' }
    : { choice: 'nothing', seat: 'released', takesPartNext: !mustFreeze(offer, rule), reports: false }
  return [...decisionsFor(offer, rule).map(after), nothing]
}

/**
 * The time after the decision for a candidate whose grievance was undecided at the deadline, and after a reset by the
 * institute to verify, accept and report again, if reporting closes earlier.
 */
const ownTimeOf = ({ ownTime = hours(24) }: RoundDeadlines): number => ownTime

type OwnTime = Pick<Offer, 'grievance' | 'grievanceDecidedAt' | 'resetAt' | 'orderedUntil'>

/** The deadline that a late decision on a grievance gives this candidate; null if the round's own deadline holds. */
const byGrievance = ({ grievanceDecidedAt }: OwnTime, acceptBy: Instant, ownTime: number): Instant | null =>
  grievanceDecidedAt !== null && grievanceDecidedAt > acceptBy ? plus(grievanceDecidedAt, ownTime) : null

/** The deadline that a reset gives this candidate: until reporting closes, and at least the own time. */
const byReset = ({ resetAt }: OwnTime, reportBy: Instant | null, ownTime: number): Instant | null =>
  resetAt === null || reportBy === null ? null : later(reportBy, plus(resetAt, ownTime))

/** The deadline that an order gives this candidate; null if the round's own deadline holds. */
const byOrder = ({ orderedUntil }: OwnTime, acceptBy: Instant): Instant | null =>
  orderedUntil != null && orderedUntil > acceptBy ? orderedUntil : null

const later = (...instants: readonly (Instant | null)[]): Instant =>
  Math.max(...instants.map((at) => at ?? 0)) as Instant

/**
 * The candidate's deadline to accept: the round's deadline; 24 hours after the decision on a grievance, if later; after
 * a reset by the institute, until reporting closes and at least 24 hours; the moment that an order names, if later. Null
 * while a grievance is undecided, because the clock is paused, and when the schedule gives no date. Source: rules §8.13,
 * §8.15, §8.16.
 */
export function acceptBy(offer: OwnTime, deadlines: RoundDeadlines): Instant | null {
  if (deadlines.acceptBy === null || offer.grievance === 'open') return null
  const { acceptBy: by, reportBy } = deadlines
  const ownTime = ownTimeOf(deadlines)
  return later(by, byGrievance(offer, by, ownTime), byReset(offer, reportBy, ownTime), byOrder(offer, by))
}

const isAccepted = ({ verifiedAt, decision, fee }: Offer) => verifiedAt !== null && decision !== null && fee === 'paid'

/**
 * Does the fee count for the deadline? A pending one does if its try began in time, however late it is captured; of a
 * captured one that was decided when the money came, so only its attempt must be of this seat. Source: rules §4.3, §8.12.
 */
const isFeeInTime = ({ feeBegunAt, fee }: Offer, by: Instant | null, { payGrace = 0 }: RoundDeadlines) =>
  fee !== 'unpaid' && (feeBegunAt === null || isTryInTime(feeBegunAt, by, fee === 'pending' ? payGrace : 0))

/**
 * Is money for the seat of use at `at`, if its try began at `begunAt`? Not from a try that began too late, and not once
 * the seat would be gone even with the fee paid: released, given up, or not reported in time. Source: rules §4.3, §9.6.
 */
export function seatFeeUse(
  offer: Offer,
  rule: RoundRule,
  deadlines: RoundDeadlines,
  { begunAt, at }: { begunAt: Instant; at: Instant },
): MoneyUse {
  if (offer.ending !== null || offer.decision === null) return 'seat-gone'
  if (!isTryInTime(begunAt, acceptBy(offer, deadlines), deadlines.payGrace ?? 0)) return 'too-late'
  const paid: Offer = { ...offer, fee: 'paid', feeBegunAt: null }
  return isGone(offerState(paid, rule, deadlines, at)) ? 'seat-gone' : 'wanted'
}

/**
 * Until when a payment may still begin at the gateway's open page, although the candidate's deadline has passed; null before
 * the deadline, after the grace, and for a candidate who had more left to do than to pay. Source: rules §4.3, §8.12.
 */
function graceUntil(offer: Offer, deadlines: RoundDeadlines, now: Instant): Instant | null {
  const by = acceptBy(offer, deadlines)
  const { payGrace = 0 } = deadlines
  const isToPay = offer.verifiedAt !== null && offer.decision !== null
  return isToPay && by !== null && now >= by && isTryInTime(now, by, payGrace) ? plus(by, payGrace) : null
}

/**
 * The deadline to accept that a payment begun at `begunAt` missed, grace included, among those of the candidate's seats: the
 * last one. Null if it missed none.
 */
export function deadlineMissed(
  seats: readonly { offer: OwnTime; deadlines: RoundDeadlines }[],
  begunAt: Instant,
): Instant | null {
  const missed = seats.flatMap(({ offer, deadlines }) => {
    const by = acceptBy(offer, deadlines)
    return by === null || isTryInTime(begunAt, by, deadlines.payGrace ?? 0) ? [] : [by]
  })
  return missed.length ? later(...missed) : null
}

/** Does this candidate report at the institute after this round? */
const reportsIn = (offer: Offer, rule: RoundRule): boolean =>
  isAccepted(offer) && (rule.whoReports === 'accepted' || decisionOf(offer, rule) === 'freeze')

/**
 * The duty to report for a seat. `now`: after its own round. `later`: it is kept for betterment, and its candidate reports
 * after `round` at the latest if no better seat comes. `undecided`: the decision settles it.
 */
export type Reporting = { when: 'now' | 'later' | 'undecided'; round: CapRound; by: Instant | null }

/**
 * When the candidate of a seat in this state reports, after which round and by when; null once nobody reports for it. Every
 * page, paper and message that speaks of reporting reads it. Source: rules §8.14.
 */
export function reportingOf(
  offer: Offer,
  state: OfferState,
  plan: RoundPlan,
  deadlinesOf: (round: CapRound) => RoundDeadlines,
): Reporting | null {
  if (isGone(state) || state === 'admitted') return null
  const { round } = offer
  const rule = roundRule(plan, round)
  const decision = state === 'to-verify' || state === 'in-grievance' ? null : decisionOf(offer, rule)
  if (decision === 'betterment' && rule.whoReports === 'frozen') return keptReporting(plan, round, deadlinesOf)
  const when = decision === null ? 'undecided' : 'now'
  return { when, round, by: reportingBy(offer, deadlinesOf(round)) }
}

/** When the candidate of a seat kept for betterment after `round` reports at the latest. Source: rules §8.14. */
export function keptReporting(
  plan: RoundPlan,
  round: CapRound,
  deadlinesOf: (round: CapRound) => RoundDeadlines,
): Reporting {
  const after = roundNumbers(plan).find((one) => one > round && roundRule(plan, one).whoReports === 'accepted') ?? round
  return { when: 'later', round: after, by: deadlinesOf(after).reportBy }
}

/** The state of an offer at `now`. Passing a deadline changes the state without a write to the database. */
export function offerState(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, now: Instant): OfferState {
  if (offer.ending !== null) return 'ended'
  if (offer.admittedAt !== null) return 'admitted'
  const by = acceptBy(offer, deadlines)
  const isOver = by !== null && now >= by
  if (isAccepted(offer) && isFeeInTime(offer, offer.isRetained ? null : by, deadlines)) {
    if (!reportsIn(offer, rule)) return 'held'
    const reportBy = reportingBy(offer, deadlines)
    return reportBy !== null && now >= reportBy ? 'not-reported' : 'to-report'
  }
  if (offer.grievance === 'open') return 'in-grievance'
  if (offer.fee === 'pending' && offer.decision !== null && isFeeInTime(offer, by, deadlines)) return 'paying'
  if (isOver) return graceUntil(offer, deadlines, now) === null ? 'not-accepted' : 'in-grace'
  if (offer.verifiedAt === null) return 'to-verify'
  return offer.decision === null ? 'to-decide' : 'to-pay'
}

/**
 * The progress of an application with this seat: the state of the application beyond its confirmed form. Null once the
 * seat is lost. Source: rules §8.12, §8.15.
 */
export function seatStateOf(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, now: Instant): SeatState | null {
  switch (offerState(offer, rule, deadlines, now)) {
    case 'held':
      return 'accepted'
    case 'to-report':
      return decisionOf(offer, rule) === 'freeze' ? 'frozen' : 'accepted'
    case 'admitted':
      return 'admitted'
    case 'not-reported':
      return offer.reportedAt === null ? null : 'reported'
    case 'not-accepted':
      return null
    case 'ended':
      return offer.ending === 'cancelled' ? 'cancelled' : null
    default:
      return 'allotted'
  }
}

/**
 * The candidate's deadline to report: the round's deadline, at least 24 hours after the deadline to accept that a late
 * decision on a grievance or an order gives, and after a reset the deadline to accept again.
 */
export function reportingBy(offer: OwnTime, deadlines: RoundDeadlines): Instant | null {
  const { reportBy } = deadlines
  if (reportBy === null || deadlines.acceptBy === null || offer.grievance === 'open') return reportBy
  const ownTime = ownTimeOf(deadlines)
  const own = later(byGrievance(offer, deadlines.acceptBy, ownTime), byOrder(offer, deadlines.acceptBy))
  return later(reportBy, own && plus(own, ownTime), byReset(offer, reportBy, ownTime))
}

/** May the candidate verify their facts now? Refuses once it is done, until an institute resets it. */
export function mayVerify(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, at: Instant): Result<undefined> {
  const state = offerState(offer, rule, deadlines, at)
  if (state === 'to-verify') return ok()
  return state === 'not-accepted' ? refuse('acceptance-closed') : refuse('already-verified', 409)
}

/**
 * May the candidate make this decision? It can change until the fee is captured, but not afterwards in this round. The
 * holder of a retained seat may still freeze it. Source: rules §8.12.
 */
export function mayDecide(
  decision: SeatDecision,
  offer: Offer,
  rule: RoundRule,
  deadlines: RoundDeadlines,
  at: Instant,
): Result<undefined> {
  const state = offerState(offer, rule, deadlines, at)
  if (state === 'ended') return refuse('seat-ended', 409)
  if (state === 'to-verify') return refuse('verify-first', 409)
  if (state === 'in-grievance') return refuse('grievance-undecided', 409)
  if (state === 'not-accepted' || state === 'in-grace') return refuse('acceptance-closed')
  if (!decisionsFor(offer, rule).includes(decision)) return refuse('must-freeze')
  const mayStillFreeze = offer.isRetained && decisionOf(offer, rule) === 'betterment' && isAccepted(offer)
  if (mayStillFreeze && decision === 'freeze' && state !== 'not-reported') {
    return deadlines.acceptBy !== null && at >= deadlines.acceptBy ? refuse('acceptance-closed') : ok()
  }
  if (state === 'paying') return refuse('payment-pending', 409)
  return state === 'to-decide' || state === 'to-pay' ? ok() : refuse('already-accepted', 409)
}

/** May the candidate begin to pay the seat-acceptance fee? Only after deciding, once in the season, before the deadline. */
export function mayPayAcceptance(
  offer: Offer,
  rule: RoundRule,
  deadlines: RoundDeadlines,
  at: Instant,
): Result<undefined> {
  if (offer.fee === 'paid') return refuse('nothing-due', 409)
  const state = offerState(offer, rule, deadlines, at)
  if (state === 'to-pay') return ok()
  if (state === 'paying') return refuse('payment-pending', 409)
  if (state === 'not-accepted' || state === 'in-grace') return refuse('acceptance-closed')
  return refuse('decide-first', 409)
}

/** May the institute admit the candidate? Yes for everyone who has accepted and must report, until reporting closes. */
export function mayAdmit(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, at: Instant): Result<undefined> {
  const state = offerState(offer, rule, deadlines, at)
  if (state === 'to-report') return ok()
  if (state === 'admitted') return refuse('already-admitted', 409)
  return state === 'not-reported' ? refuse('reporting-closed') : refuse('not-accepted', 409)
}

/**
 * The candidate's next act for this seat, and its deadline; null when nothing is left to do. Every page and every
 * reminder reads it. Source: rules §8.12.
 */
export type OfferAct =
  | { kind: 'verify' | 'decide' | 'pay' | 'report'; by: Instant | null }
  | { kind: 'await-grievance' | 'await-payment' | 'await-round'; by: null }
  /** Only a payment that begins at the gateway's open page by then still counts. */
  | { kind: 'await-grace'; by: Instant }

export function nextOfferAct(offer: Offer, rule: RoundRule, deadlines: RoundDeadlines, now: Instant): OfferAct | null {
  const by = acceptBy(offer, deadlines)
  switch (offerState(offer, rule, deadlines, now)) {
    case 'to-verify':
      return { kind: 'verify', by }
    case 'in-grievance':
      return { kind: 'await-grievance', by: null }
    case 'to-decide':
      return { kind: 'decide', by }
    case 'to-pay':
      return { kind: 'pay', by }
    case 'paying':
      return { kind: 'await-payment', by: null }
    case 'in-grace':
      return { kind: 'await-grace', by: graceUntil(offer, deadlines, now)! }
    case 'to-report':
      return { kind: 'report', by: reportingBy(offer, deadlines) }
    case 'held':
      return { kind: 'await-round', by: null }
    default:
      return null
  }
}

/** The acts that a candidate has to do; the others only name what the candidate waits for. */
export const seatDuties = ['verify', 'decide', 'pay', 'report'] as const
export type SeatDuty = (typeof seatDuties)[number]
export const isDuty = (kind: OfferAct['kind']): kind is SeatDuty => (seatDuties as readonly string[]).includes(kind)

/** The part of the round in which an act is done; null for one that waits for somebody else. */
export const partOf = (act: OfferAct['kind']): 'acceptance' | 'reporting' | null =>
  act === 'report' ? 'reporting' : isDuty(act) ? 'acceptance' : null

/** What a missed deadline costs: the seat alone, or the later rounds too, if there are any. Source: rules §8.11, §8.14. */
export const lossOf = (
  act: OfferAct['kind'],
  { mustFreeze, isLastRound }: { mustFreeze: boolean; isLastRound: boolean },
): 'seat' | 'rounds' => (!isLastRound && (act === 'report' || mustFreeze) ? 'rounds' : 'seat')

/**
 * The next act for a candidate's seat: the only source of the dashboard, the banner on every page, and the reminders.
 * Source: rules §8.14.
 */
export type NextSeatAct = {
  round: CapRound
  choiceCode: string
  kind: OfferAct['kind']
  /** The deadline; null if the candidate waits for somebody else, or the schedule gives no date. */
  by: Instant | null
  /** When seat acceptance, or reporting at the institute, opens; null once it is open. */
  from: Instant | null
  /** What a missed deadline costs: the seat alone, or the later rounds too. */
  loss: 'seat' | 'rounds'
  /** When acceptance closes for everybody, which decides about the time after a grievance; null without a date. */
  closes: Instant | null
  /** True once that time is over: whoever still waits for a decision has the hours of their own. */
  isClosed: boolean
  /** The hours of their own that a candidate has after a late decision on a grievance. */
  ownHours: number
  /** When the candidate reports for this seat; null once nobody does. */
  reporting: Reporting | null
}

/** A seat that asks nothing more of its candidate, as a word for texts; null for any other, and once a better one has replaced it. */
export function restingState({ offer, state }: { offer: Pick<Offer, 'reportedAt' | 'ending'>; state: OfferState }) {
  switch (state) {
    case 'admitted':
    case 'not-accepted':
      return state
    case 'not-reported':
      return offer.reportedAt === null ? state : ('reported' as const)
    case 'ended':
      if (offer.ending === 'upgraded') return null
      return offer.ending === 'cancelled' ? ('cancelled' as const) : ('withdrawn' as const)
    default:
      return null
  }
}
