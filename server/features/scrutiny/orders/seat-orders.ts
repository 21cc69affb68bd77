import type { NextSeatAct, OfferState } from '#server/domain/admission/offer.ts'
import {
  type GivingOrder,
  isSeatOrder,
  mayOrder,
  type OrderedOffer,
  type SeatOrderKind,
  zoneQuestion,
} from '#server/domain/admission/seat-orders.ts'
import type { NamedZone, StoredZone, ZoneQuestion } from '#server/domain/allotment/zone.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OrdersDeps } from './deps'
import type { NamedOrder, Verifier } from './store'

/** A candidate's newest seat. */
type SeatNow = { offer: OrderedOffer; state: OfferState }

/** The seat of an order, as the desk lists it. */
export type SeatOfOrder = { choiceCode: string; seatType: string }

/**
 * What an order stores: its seat, and for the others the question and the engine's answer; null if nobody else is
 * affected.
 */
export type StoredInfluence = {
  seat: SeatOfOrder
  question: ZoneQuestion | null
  zone: StoredZone | null
  /** When the institute had admitted the candidate; absent or null if it had not. Another admission is another seat. */
  admittedAt?: Instant | null
}

/** What follows from the withdrawal of an admission, besides the seats of others. */
export type Withdrawal = {
  institute: string
  admittedAt: Instant
  /** The portal has an address of the institute to write to. */
  hasAddress: boolean
  /** The round that gets the seat; null after the last one. */
  nextRound: number | null
  isSupernumerary: boolean
  /** Who confirmed the candidate's form; null if that is not on record. */
  verifier: Verifier | null
}

/** What an order that leaves or gives the candidate the seat has them do. */
export type Given = {
  /** The next act once the order is in force, as the candidate reads it; empty if there is none. */
  inWords(language: Language): string
  /** The admission that an earlier order withdrew, and that does not come back with the seat; null if there is none. */
  admission: { institute: string; admittedAt: Instant; hasAddress: boolean } | null
}

/**
 * The seat that an order would change, and the others whom that concerns. `zone`: null if nobody else is affected.
 * `withdrawal`: null if the institute has not admitted the candidate.
 */
export type SeatOrderPreview = {
  offer: OrderedOffer
  state: OfferState
  zone: NamedZone | null
  withdrawal: Withdrawal | null
}

export type SeatOrders = ReturnType<typeof createSeatOrders>

type Ordered = NonNullable<ReturnType<OrdersDeps['seatAcceptance']['current']>>
type Actor = Parameters<typeof auditActor>[0]

/** The wish of an order about a seat: for whom, and how it is restored. */
type Wish = { kind: SeatOrderKind; candidateId: number; isSupernumerary: boolean }

/**
 * Corrections after an allotment: an acceptance is withdrawn, an allotment is cancelled or restored. The desk sees the
 * zone of influence before the order is prepared and before it is released. Source: rules §8.16.
 */
export function createSeatOrders(deps: OrdersDeps) {
  const { store, seatAcceptance, seats, vacancies, zones, clock, messages, directory, record, withdrawnAdmission } =
    deps

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
  function takeSeat(order: NamedOrder, by: Actor): void {
    const { id: orderId, candidateId } = { ...order, candidateId: order.candidateId! }
    const seat = seatAcceptance.current(candidateId)!
    const { round, choiceCode } = seat.offer
    if (seat.state === 'admitted') withdraw(order, seat, by)
    seatAcceptance.end({ candidateId, round, ending: 'withdrawn-by-order', at: clock.portal(), orderId })
    onSeatChanged(choiceCode)
  }

  /** What follows from the withdrawal of this admission; null if there is none. */
  function withdrawalOf(candidateId: number): Withdrawal | null {
    const seat = seatAcceptance.current(candidateId)
    if (seat?.state !== 'admitted') return null
    const { offer } = seat
    const { institute, instituteCode } = seatAcceptance.place(seat)
    return {
      institute,
      admittedAt: offer.admittedAt!,
      hasAddress: Boolean(directory.institute(instituteCode)?.email),
      nextRound: seatAcceptance.following(offer.round),
      isSupernumerary: offer.isSupernumerary === true,
      verifier: store.confirmedBy(candidateId),
    }
  }

  const isGiving = (kind: SeatOrderKind) => kind === 'restore-allotment' || kind === 'withdraw-acceptance'

  /** The next act of the candidate by such an order, for everything that speaks of it. */
  function given(
    candidateId: number,
    order: Omit<GivingOrder, 'until'> & { until: number | null },
  ): (Given & { act: NextSeatAct | null }) | null {
    const seat = isGiving(order.kind) ? seatAcceptance.current(candidateId) : null
    if (!seat) return null
    const act = seatAcceptance.onceOrdered(candidateId, { ...order, until: order.until as Instant | null })
    const admittedAt = order.kind === 'restore-allotment' ? withdrawnAdmission(candidateId, seat.offer.round) : null
    const { institute, instituteCode } = seatAcceptance.place(seat)
    const hasAddress = Boolean(directory.institute(instituteCode)?.email)
    return {
      act,
      inWords: (language) => (act ? seatAcceptance.actInWords(act, language) : ''),
      admission: admittedAt === null ? null : { institute, admittedAt, hasAddress },
    }
  }

  /** Tells the candidate of an order, and the institute that was told of a withdrawn admission that the seat is back. */
  function tell(
    { orderNumber, authority, candidateId, ...order }: NamedOrder,
    kind: Exclude<SeatOrderKind, 'withdraw-admission'>,
    seat: Ordered,
  ): void {
    const { choiceCode } = seat.offer
    const next = given(candidateId!, { ...order, kind })
    const words = next?.admission ? 'restore-admission' : kind
    messages.tell(candidateId!, 'seat-order', (language) => ({
      reference: orderNumber,
      choiceCode,
      next: translate(language, `orders:next.${words}`, { act: next?.inWords(language) ?? '' }),
    }))
    const email = next?.admission && directory.institute(seatAcceptance.place(seat).instituteCode)?.email
    if (email)
      messages.tellOffice(email, 'institute-seat-restored', (language) => ({
        institute: next.admission!.institute,
        choiceCode,
        userId: store.userId(candidateId!),
        reference: orderNumber,
        authority,
        by: next.act?.by ? formatDateTime(next.act.by, language) : translate(language, 'signedin:seat.no-date'),
      }))
  }

  /** Withdraws an admission, tells the candidate and the institute, and notes it with whoever confirmed the form. */
  function withdraw({ id, candidateId, kind, orderNumber, authority, reason }: NamedOrder, seat: Ordered, by: Actor) {
    const { round, choiceCode } = seat.offer
    const { institute, instituteCode } = seatAcceptance.place(seat)
    const at = clock.portal()
    const { verifier } = withdrawalOf(candidateId!)!
    deps.withdrawAdmission(candidateId!, round, at)
    messages.tell(candidateId!, 'admission-withdrawn', {
      institute,
      choiceCode,
      reference: orderNumber,
      authority,
      reason,
    })
    const email = directory.institute(instituteCode)?.email
    if (email)
      messages.tellOffice(email, 'institute-admission-withdrawn', (language) => ({
        institute,
        choiceCode,
        userId: store.userId(candidateId!),
        reference: orderNumber,
        authority,
        at: formatDateTime(at, language),
      }))
    record(
      auditActor(by),
      'orders.admission-withdrawn',
      { candidateId: candidateId! },
      { order: id, kind, round, choiceCode },
    )
    if (verifier)
      record(auditActor(by), 'orders.verifier-noted', { of: `staff:${verifier.id}` }, { order: id, orderNumber })
  }

  return {
    takeSeat,
    withdrawalOf,
    given,

    /** The order that would take the candidate's seat back now. */
    takingSeat: (candidateId: number): Wish => ({
      kind: seatAcceptance.current(candidateId)?.state === 'admitted' ? 'withdraw-admission' : 'cancel-allotment',
      candidateId,
      isSupernumerary: false,
    }),

    /** Ok if no run of a later round is in hand: its input has the candidate's list and seat. */
    isFreeOfRuns: (): Result<undefined> => (seatAcceptance.isRunInHand() ? refuse('order-run-in-hand', 409) : ok()),

    /** Has the candidate a seat that an order would take? */
    hasSeat(candidateId: number): boolean {
      return ordered(this.takingSeat(candidateId)).ok
    },

    /** Works out whom an order would concern; nothing is written. */
    async preview(wish: Wish): Promise<Result<SeatOrderPreview & { stored: StoredInfluence }>> {
      const found = ordered(wish)
      if (!found.ok) return found
      const { offer, state, question } = found.value
      const zone = question && (await zones.of(question))
      const seat = { choiceCode: offer.choiceCode, seatType: offer.seatType }
      const { admittedAt } = offer
      return ok({
        offer,
        state,
        zone: zone && zones.named(zone),
        withdrawal: withdrawalOf(wish.candidateId),
        stored: { seat, question, zone, admittedAt },
      })
    },

    /** Ok if the seat is still the one that was previewed; in the transaction that prepares or releases the order. */
    isCurrent(wish: Wish, { question, admittedAt = null }: StoredInfluence): Result<OrderedOffer> {
      const found = ordered(wish)
      if (!found.ok) return found
      const { offer } = found.value
      return JSON.stringify(found.value.question) === JSON.stringify(question) && offer.admittedAt === admittedAt
        ? ok(offer)
        : refuse('order-seat-changed', 409)
    },

    /** The seat of a prepared order, and the others whom it concerns; nulls for any other order. */
    influenceOf(order: Pick<NamedOrder, 'zone'>): { seat: SeatOfOrder | null; zone: NamedZone | null } {
      if (order.zone === null) return { seat: null, zone: null }
      const { seat, zone } = JSON.parse(order.zone) as StoredInfluence
      return { seat, zone: zone && zones.named(zone) }
    },

    /** Carries out a released order; joins the transaction of the release. */
    carryOut(order: NamedOrder, by: Actor): Result<undefined> {
      const { id, kind, candidateId, isSupernumerary, zone } = order
      if (!isSeatOrder(kind)) throw new Error(`order ${id} is not about a seat`)
      const still = this.isCurrent(
        { kind, candidateId: candidateId!, isSupernumerary },
        JSON.parse(zone!) as StoredInfluence,
      )
      if (!still.ok) return still
      const { round, choiceCode, isRetained } = still.value
      // It speaks of the seat as the order finds it, and an admission that the portal withdraws has a message that says more.
      if (kind !== 'withdraw-admission') tell(order, kind, seatAcceptance.current(candidateId!)!)
      if (kind === 'withdraw-acceptance') seatAcceptance.undoDecision(candidateId!, round, isRetained)
      if (kind === 'restore-allotment') seatAcceptance.undoEnding(candidateId!, round)
      if (kind === 'restore-allotment') onSeatChanged(choiceCode)
      if (kind === 'cancel-allotment' || kind === 'withdraw-admission') takeSeat(order, by)
      return ok()
    },
  }
}
