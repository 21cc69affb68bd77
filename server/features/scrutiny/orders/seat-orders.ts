import type { OfferState } from '#server/domain/admission/offer.ts'
import {
  isSeatOrder,
  mayOrder,
  type OrderedOffer,
  type SeatOrderKind,
  zoneQuestion,
} from '#server/domain/admission/seat-orders.ts'
import type { NamedZone, StoredZone, ZoneQuestion } from '#server/domain/allotment/zone.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OrdersDeps } from './deps'
import type { NamedOrder } from './store'

/** A candidate's newest seat. */
type SeatNow = { offer: OrderedOffer; state: OfferState }

/** The seat of an order, as the desk lists it. */
export type SeatOfOrder = { choiceCode: string; seatType: string }

/**
 * What an order stores: its seat, and for the others the question and the engine's answer; null if nobody else is
 * affected.
 */
export type StoredInfluence = { seat: SeatOfOrder; question: ZoneQuestion | null; zone: StoredZone | null }

/** The seat that an order would change, and the others whom that concerns. `zone`: null if nobody else is affected. */
export type SeatOrderPreview = { offer: OrderedOffer; state: OfferState; zone: NamedZone | null }

export type SeatOrders = ReturnType<typeof createSeatOrders>

/** The wish of an order about a seat: for whom, and how it is restored. */
type Wish = { kind: SeatOrderKind; candidateId: number; isSupernumerary: boolean }

/**
 * Corrections after an allotment: an acceptance is withdrawn, an allotment is cancelled or restored. The desk sees the
 * zone of influence before the order is prepared and before it is released. Source: rules §8.16.
 */
export function createSeatOrders({ seatAcceptance, seats, vacancies, zones, clock, messages }: OrdersDeps) {
  /** Counts the institute's vacancies again; joins the transaction that takes or restores a seat. */
  function onSeatChanged(choiceCode: string): void {
    const course = seats.inForce()?.courses.find((one) => one.choiceCode === choiceCode)
    if (course) vacancies.recount(course.instituteCode)
  }

  /** The seat that the order is about, and what to ask the engine; or why it cannot be changed. */
  function ordered({ kind, candidateId, isSupernumerary }: Wish): Result<SeatNow & { question: ZoneQuestion | null }> {
    const runId = seatAcceptance.newestRun()
    const found = seatAcceptance.current(candidateId)
    if (!found || runId === null) return refuse('order-no-seat', 409)
    const { offer, state } = found
    const isFree = kind === 'restore-allotment' && seatAcceptance.isFree(offer)
    const may = mayOrder(
      kind,
      { state, ending: offer.ending, isFree, isRunInHand: seatAcceptance.isRunInHand() },
      isSupernumerary,
    )
    if (!may.ok) return may
    const newest = { runId, preparedAt: seatAcceptance.preparedAt(runId) }
    return ok({ offer, state, question: zoneQuestion(kind, offer, newest, isSupernumerary) })
  }

  /** Takes the candidate's newest seat back; joins the transaction of the release. */
  function takeSeat({ id: orderId, candidateId }: { id: number; candidateId: number }): void {
    const { round, choiceCode } = seatAcceptance.current(candidateId)!.offer
    seatAcceptance.end({ candidateId, round, ending: 'withdrawn-by-order', at: clock.portal(), orderId })
    onSeatChanged(choiceCode)
  }

  return {
    takeSeat,

    /** Ok if no run of a later round is in hand: its input has the candidate's list and seat. */
    isFreeOfRuns: (): Result<undefined> => (seatAcceptance.isRunInHand() ? refuse('order-run-in-hand', 409) : ok()),

    /** Has the candidate a seat that an order would take? */
    hasSeat: (candidateId: number): boolean =>
      ordered({ kind: 'cancel-allotment', candidateId, isSupernumerary: false }).ok,

    /** Works out whom an order would concern; nothing is written. */
    async preview(wish: Wish): Promise<Result<SeatOrderPreview & { stored: StoredInfluence }>> {
      const found = ordered(wish)
      if (!found.ok) return found
      const { offer, state, question } = found.value
      const zone = question && (await zones.of(question))
      const seat = { choiceCode: offer.choiceCode, seatType: offer.seatType }
      return ok({ offer, state, zone: zone && zones.named(zone), stored: { seat, question, zone } })
    },

    /** Ok if the seat is still the one that was previewed; in the transaction that prepares or releases the order. */
    isCurrent(wish: Wish, { question }: StoredInfluence): Result<OrderedOffer> {
      const found = ordered(wish)
      if (!found.ok) return found
      return JSON.stringify(found.value.question) === JSON.stringify(question)
        ? ok(found.value.offer)
        : refuse('order-seat-changed', 409)
    },

    /** The seat of a prepared order, and the others whom it concerns; nulls for any other order. */
    influenceOf(order: Pick<NamedOrder, 'zone'>): { seat: SeatOfOrder | null; zone: NamedZone | null } {
      if (order.zone === null) return { seat: null, zone: null }
      const { seat, zone } = JSON.parse(order.zone) as StoredInfluence
      return { seat, zone: zone && zones.named(zone) }
    },

    /** Carries out a released order; joins the transaction of the release. */
    carryOut({ id, kind, candidateId, isSupernumerary, zone, orderNumber, until }: NamedOrder): Result<undefined> {
      if (!isSeatOrder(kind)) throw new Error(`order ${id} is not about a seat`)
      const still = this.isCurrent(
        { kind, candidateId: candidateId!, isSupernumerary },
        JSON.parse(zone!) as StoredInfluence,
      )
      if (!still.ok) return still
      const { round, choiceCode, isRetained } = still.value
      if (kind === 'withdraw-acceptance') seatAcceptance.undoDecision(candidateId!, round, isRetained)
      if (kind === 'restore-allotment') seatAcceptance.undoEnding(candidateId!, round)
      if (kind === 'restore-allotment') onSeatChanged(choiceCode)
      if (kind === 'cancel-allotment') takeSeat({ id, candidateId: candidateId! })
      messages.tell(candidateId!, 'seat-order', (language) => ({
        reference: orderNumber,
        choiceCode,
        next: translate(language, `orders:next.${kind}`, { by: until === null ? '' : formatDateTime(until, language) }),
      }))
      return ok()
    },
  }
}
