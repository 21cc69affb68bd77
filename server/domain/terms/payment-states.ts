import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days, hours, type Instant, minutes, plus, seconds } from '#server/kernel/time.ts'

/** The states of a payment attempt, from our order to the refund. Source: rules §4.3. */
export const paymentStatuses = ['created', 'pending', 'captured', 'failed', 'expired', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * All transitions. They only go forward, except that a failed or expired payment becomes captured if the gateway
 * reports the money late.
 */
const transitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['pending', 'captured', 'failed', 'expired'],
  pending: ['captured', 'failed', 'expired'],
  captured: ['refunded'],
  failed: ['captured'],
  expired: ['captured'],
  refunded: [],
}

export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => transitions[from].includes(to)

/** Undecided; nobody can pay again for the same due while such a payment exists. */
export const isOpenPayment = (status: PaymentStatus): status is 'created' | 'pending' =>
  status === 'created' || status === 'pending'

/**
 * What the gateway says of one try. `running`: begun, or authorised by the bank but not captured yet. `refunded`: the
 * whole sum goes back, captured before or not. `refund-failed`: it could not go back.
 */
export const tryNews = ['running', 'failed', 'captured', 'refunded', 'refund-failed'] as const
export type TryNews = (typeof tryNews)[number]
/** The states in which the gateway reports a try. */
export type TryState = Exclude<TryNews, 'refund-failed'>

/** What we know of one try. */
export const tryKnowledge = ['unheard', 'running', 'failed', 'captured', 'refunded'] as const
export type TryKnown = (typeof tryKnowledge)[number]

/** What a piece of news leaves us knowing, and whether money comes to us or leaves us with it. */
type Turn = { known: TryKnown; money: 'comes' | 'leaves' | 'stays' }

const now = (known: TryKnown): Turn => ({ known, money: 'stays' })
const comes: Turn = { known: 'captured', money: 'comes' }
const leaves: Turn = { known: 'refunded', money: 'leaves' }

/**
 * The table of a try: what we knew and what the gateway says now → what we know, and where the money goes. News arrives
 * late, twice and in any order: a finished try never runs again, captured money does not fail, and a try that was
 * returned is never captured afterwards, unless the return itself failed. Source: rules §4.3.
 */
export const tryTable: Readonly<Record<TryKnown, Readonly<Record<TryNews, Turn>>>> = {
  unheard: {
    running: now('running'),
    failed: now('failed'),
    captured: comes,
    refunded: now('refunded'),
    'refund-failed': now('unheard'),
  },
  running: {
    running: now('running'),
    failed: now('failed'),
    captured: comes,
    refunded: now('refunded'),
    'refund-failed': now('running'),
  },
  failed: {
    running: now('failed'),
    failed: now('failed'),
    captured: comes,
    refunded: now('refunded'),
    'refund-failed': now('failed'),
  },
  captured: {
    running: now('captured'),
    failed: now('captured'),
    captured: now('captured'),
    refunded: leaves,
    'refund-failed': now('captured'),
  },
  refunded: {
    running: now('refunded'),
    failed: now('refunded'),
    captured: now('refunded'),
    refunded: now('refunded'),
    'refund-failed': comes,
  },
}

/** One piece of news about a try. `refund`: the gateway's id of the refund that it speaks of. */
export type ToldOfTry = { news: TryNews; refund?: string | null }

/**
 * What is known of a try after all news of it, in the order received. A refund that failed was never made, even if its
 * failure was heard first.
 */
export function knownOf(told: readonly ToldOfTry[]): TryKnown {
  const failed = new Set(told.flatMap(({ news, refund }) => (news === 'refund-failed' && refund ? [refund] : [])))
  const wasMade = ({ news, refund }: ToldOfTry) => news !== 'refunded' || !refund || !failed.has(refund)
  return told.filter(wasMade).reduce<TryKnown>((known, { news }) => tryTable[known][news].known, 'unheard')
}

/** Is money that a try brings still of use, and if not, why? `nothing-due`: the fee is no longer asked for. */
export const moneyUses = ['wanted', 'too-late', 'seat-gone', 'form-gone', 'nothing-due'] as const
export type MoneyUse = (typeof moneyUses)[number]

/** Why money goes back. `by-hand`: at the gateway, without our asking; `by-desk`: two people of the cell began it. */
const refundReasons = ['second-capture', 'not-due', 'mismatch', 'by-hand', 'by-desk'] as const
export type RefundReason = (typeof refundReasons)[number]

/** What becomes of money that comes. `why`: the code kept with the payment, for the words to the candidate. */
type Fate = { kept: true } | { kept: false; reason: RefundReason; why: Exclude<MoneyUse, 'wanted'> | 'mismatch' | null }

/**
 * The table of money that comes: it is kept if it is the sum of the order, the first for its fee, and still of use;
 * otherwise it goes back in full, at once. Source: rules §4.3, §9.6.
 */
export function fateOf({
  isMatching,
  isPaidOtherwise,
  use,
}: {
  isMatching: boolean
  isPaidOtherwise: boolean
  use: MoneyUse
}): Fate {
  if (!isMatching) return { kept: false, reason: 'mismatch', why: 'mismatch' }
  if (isPaidOtherwise) return { kept: false, reason: 'second-capture', why: null }
  return use === 'wanted' ? { kept: true } : { kept: false, reason: 'not-due', why: use }
}

/**
 * Did a try begin in time? By the gateway's clock, and with the grace of the season for somebody who was at the
 * gateway's page at the deadline. Instants of the portal's clock; `grace`: milliseconds. Source: rules §4.3.
 */
export const isTryInTime = (begunAt: Instant, deadline: Instant | null, grace: number): boolean =>
  deadline === null || begunAt < deadline + grace

/**
 * How long a payment may take, season data. `grace`: how long after a deadline a try may begin. `submit`: how long
 * after its fee was received a form may be submitted, although its deadline has passed. Minutes.
 */
export type PaymentTime = { grace: number; submit: number }

/**
 * How the deadline of a due stands to a payment. `missed`: the deadline that a try begun then has missed, grace included.
 * `graceUntil`: the deadline has passed, and until then a try may still begin at the gateway's open page. `submitBy`: the deadline of
 * the form, while it is open. `countsUntil`: until when money of a try in time is of use. `countsFrom`: when money that is of none now
 * is of use again, because late registration opens.
 */
export type PayTime = Readonly<
  Record<'missed' | 'graceUntil' | 'submitBy' | 'countsUntil' | 'countsFrom', Instant | null>
>
/** For a due without a deadline. */
export const noPayTime: PayTime = {
  missed: null,
  graceUntil: null,
  submitBy: null,
  countsUntil: null,
  countsFrom: null,
}

/** Until when a form may be submitted whose fee was received at this instant. Source: rules §4.3. */
export const submitUntil = (capturedAt: Instant, { submit }: PaymentTime): Instant => plus(capturedAt, minutes(submit))

/** An order without any try is abandoned after this. */
export const abandonedAfter = hours(24)
/** A running try that the gateway never decides is abandoned after this; by then gateways have returned the money. */
export const undecidedAfter = days(7)
/**
 * How long to keep asking about decided payments: money may come late, or twice. The first question comes after
 * `lateQuestionAfter`, the next ones each time their age has doubled.
 */
export const lateUntil = days(10)
export const lateQuestionAfter = hours(1)

/** Our own codes for an attempt that ended without money, beside the gateway's; they choose the words. */
type EndCode = 'returned' | 'undecided' | 'unpaid'

/**
 * The status of an open payment whose money has not come: `pending` while a try runs; `failed` as soon as every try
 * has failed or was returned; `expired` when there was no try, or no decision, for too long. `age`: milliseconds.
 */
export function statusByTries(
  status: 'created' | 'pending',
  tries: readonly TryKnown[],
  age: number,
): { status: 'created' | 'pending' | 'failed' | 'expired'; code: EndCode | null } {
  if (tries.includes('running')) {
    return age > undecidedAfter ? { status: 'expired', code: 'undecided' } : { status: 'pending', code: null }
  }
  if (tries.includes('refunded')) return { status: 'failed', code: 'returned' }
  if (tries.includes('failed')) return { status: 'failed', code: null }
  return age > abandonedAfter ? { status: 'expired', code: 'unpaid' } : { status, code: null }
}

/**
 * The situation of an attempt, which selects its one true sentence. `created-late`, `pending-late`: a payment now would
 * go back. `replaced`: the fee changed before anybody paid. `mismatch`: money in another currency, which the cell
 * returns. The rest of `going-back` and `refunded` is in `whyBack`.
 */
export const situations = [
  'created',
  'created-late',
  'pending',
  'pending-late',
  'captured',
  'failed',
  'returned',
  'expired',
  'undecided',
  'replaced',
  'mismatch',
  'going-back',
  'refunded',
  'refund-failed',
] as const
export type Situation = (typeof situations)[number]

/** Why the money of an attempt goes back or went back: the key of its words. */
const whysBack = [
  'second-capture',
  'too-late',
  'seat-gone',
  'form-gone',
  'nothing-due',
  'mismatch',
  'by-hand',
  'by-desk',
] as const
export type WhyBack = (typeof whysBack)[number]

/** The facts of an attempt that its situation follows from. `use`: of money that would come now. */
type AttemptFacts = {
  status: PaymentStatus
  failure: string | null
  refund: { status: 'requested' | 'done' | 'failed'; reason: string } | null
  use: MoneyUse
}

/** The table of an attempt's situation: every page, message and list reads it here. Source: rules §4.3, §4.5. */
export function situationOf({ status, failure, refund, use }: AttemptFacts): Situation {
  if (refund) return ({ failed: 'refund-failed', done: 'refunded', requested: 'going-back' } as const)[refund.status]
  switch (status) {
    case 'created':
      return use === 'wanted' ? 'created' : 'created-late'
    case 'pending':
      return use === 'wanted' ? 'pending' : 'pending-late'
    case 'failed':
      return failure === 'returned' || failure === 'mismatch' ? failure : 'failed'
    case 'expired':
      return failure === 'undecided' || failure === 'replaced' ? failure : 'expired'
    default:
      return status
  }
}

/**
 * May the desk begin to give the money of a payment back? `first`: nothing was sent back yet; `again`: the gateway
 * refused or lost an earlier refund. Not while the seat that the fee completes is held. Source: rules §9.6.
 */
export function mayGiveBack({
  status,
  refund,
  completesSeat,
}: Pick<AttemptFacts, 'status' | 'refund'> & { completesSeat: boolean }): Result<'first' | 'again'> {
  if (refund?.status === 'requested') return refuse('refund-under-way', 409)
  if (refund?.status === 'done' || (status === 'refunded' && !refund)) return refuse('refund-made', 409)
  if (refund) return ok('again')
  if (status !== 'captured') return refuse('refund-no-money', 409)
  return completesSeat ? refuse('refund-seat-held', 409) : ok('first')
}

/** Why money goes back, of an attempt with a refund. */
export function whyBack({ failure, refund }: Pick<AttemptFacts, 'failure' | 'refund'>): WhyBack | null {
  if (!refund) return null
  const known = whysBack.find((why) => why === refund.reason || (refund.reason === 'not-due' && why === failure))
  return known ?? 'nothing-due'
}

/**
 * What the candidate can do about an attempt that brought no money: pay `again`; `wait`, because another one is being
 * confirmed; `none`, because the fee is not due; or `over`, because it cannot be paid now.
 */
export type PaymentAfter = 'again' | 'wait' | 'none' | 'over'

/** May the gateway still say something about an attempt in this situation that the candidate waits for? */
export const canBeChecked = (situation: Situation): boolean =>
  ['created', 'created-late', 'pending', 'pending-late', 'undecided'].includes(situation)

/** Ask about an undecided payment whenever a quarter of its age has passed, within these bounds in milliseconds. */
export const questionEvery = { least: seconds(15), most: hours(6), shareOfAge: 4 } as const
