import type { ZoneQuestion } from '#server/domain/allotment/zone.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Offer, OfferState } from './offer'

/** The orders that change a candidate's seat; each is also the name of its event in the table of transitions. */
export const seatOrderKinds = [
  'withdraw-acceptance',
  'cancel-allotment',
  'withdraw-admission',
  'restore-allotment',
] as const
export type SeatOrderKind = (typeof seatOrderKinds)[number]

export const isSeatOrder = (kind: string): kind is SeatOrderKind => (seatOrderKinds as readonly string[]).includes(kind)

/** A seat as an order finds it. */
export type OrderedSeat = {
  state: OfferState
  ending: Offer['ending']
  /** Nobody else has the seat now. */
  isFree: boolean
  /** A run of a later round is under preparation, or waits for its release or publication. */
  isRunInHand: boolean
}

const accepted: readonly OfferState[] = ['held', 'to-report']
const lapsed: readonly OfferState[] = ['not-accepted', 'not-reported']

/**
 * May an order of this kind change the seat? `isSupernumerary`: the order restores it in addition to the matrix.
 *
 * - An acceptance is withdrawn until the institute has admitted the candidate.
 * - An allotment is cancelled until then, and an admission is withdrawn from then on.
 * - An allotment is restored after an order cancelled it, or after it lapsed, while its seat is free.
 * - Nothing changes while a later round is in hand, because its input already contains this seat.
 *
 * Source: rules §8.16.
 */
export function mayOrder(
  kind: SeatOrderKind,
  { state, ending, isFree, isRunInHand }: OrderedSeat,
  isSupernumerary = false,
): Result<undefined> {
  if (isRunInHand) return refuse('order-run-in-hand', 409)
  if (kind === 'restore-allotment') {
    if (!lapsed.includes(state) && ending !== 'withdrawn-by-order') return refuse('order-nothing-to-restore', 409)
    return isFree || isSupernumerary ? ok() : refuse('order-seat-taken', 409)
  }
  if (kind === 'withdraw-admission') return state === 'admitted' ? ok() : refuse('order-not-admitted', 409)
  if (state === 'admitted') return refuse('order-seat-admitted', 409)
  if (kind === 'withdraw-acceptance') return accepted.includes(state) ? ok() : refuse('order-not-accepted', 409)
  return state === 'ended' || lapsed.includes(state) ? refuse('order-no-seat', 409) : ok()
}

/** An order that leaves or gives the candidate the seat, and the moment until which they may act. */
export type GivingOrder = { kind: SeatOrderKind; until: Instant | null; isSupernumerary: boolean }

/**
 * The seat as it will be once this order is in force: what the desk shows beforehand, and the messages say, follows from it.
 * Source: rules §8.16.
 */
export function asOrdered<One extends Offer>(offer: One, { kind, until, isSupernumerary }: GivingOrder): One {
  const given = { ...offer, orderedUntil: until }
  if (kind === 'withdraw-acceptance') return { ...given, decision: null }
  return { ...given, ending: null, isSupernumerary: isSupernumerary || offer.isSupernumerary === true }
}

/** An offer with its candidate, its run, its type in the matrix, and when the cell took it back. */
export type OrderedOffer = Offer & {
  candidateId: number
  runId: number
  seatType: SeatType
  originalType: SeatType | null
  endedAt: Instant | null
}

/**
 * What to ask the engine about an order: the zone of influence in the newest published round. Null if nobody else can
 * be affected, because the seat is not one of the matrix. A seat that the newest round allotted is left or taken back
 * there; one of an earlier round was outside of it, or free in it. Source: rules §8.16.
 */
export function zoneQuestion(
  kind: SeatOrderKind,
  { candidateId, runId: own, choiceCode, seatType, originalType, endedAt, isSupernumerary }: OrderedOffer,
  newest: { runId: number; preparedAt: number },
  isRestoredSupernumerary = false,
): ZoneQuestion | null {
  const isRestored = kind === 'restore-allotment'
  if (isRestored ? isRestoredSupernumerary : isSupernumerary) return null
  const { runId } = newest
  if (own === runId) return { runId, without: candidateId, ...(isRestored ? { isReversed: true } : {}) }
  const seat = { choiceCode, seatType: originalType ?? seatType }
  if (!isRestored) return { runId, seat: { ...seat, by: 1 } }
  // A seat that lapsed was free before the newest round was prepared.
  const wasFree = endedAt === null || endedAt <= newest.preparedAt
  return wasFree
    ? { runId, without: candidateId, seat: { ...seat, by: -1 } }
    : { runId, seat: { ...seat, by: 1 }, isReversed: true }
}
