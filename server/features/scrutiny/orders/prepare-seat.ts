import { candidatureKinds, isAboutCandidature } from '#server/domain/admission/exclusion.ts'
import type { OrderKind } from '#server/domain/admission/orders.ts'
import { isSeatOrder, seatOrderKinds } from '#server/domain/admission/seat-orders.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OrdersDeps } from './deps'
import type { CandidatureWish, Exclusions } from './exclusions'
import type { Preparing } from './prepare'
import type { CandidatureOrder, SeatOrder } from './schema'
import type { Given, SeatOrderPreview, SeatOrders } from './seat-orders'

/** Orders about a seat or a candidature are previewed with the others whom they concern, then prepared. Source: rules §8.16, §8.23. */
export function createSeatPreparing(
  { db, store, record }: OrdersDeps,
  { untilOf, candidateOf, prepare }: Preparing,
  seatOrders: SeatOrders,
  exclusions: Exclusions,
) {
  const wishOf = (input: SeatOrder, candidateId: number) => ({
    kind: input.intent,
    candidateId,
    isSupernumerary: 'supernumerary' in input && input.supernumerary === true,
  })
  const deadlineOf = (input: SeatOrder): Result<Instant | null> => ('date' in input ? untilOf(input) : ok(null))

  /** Of two orders about one seat only one can stand, so a second one is begun once the first is decided. */
  function isAlone(candidateId: number): Result<undefined> {
    const number = store.waitingNumber(candidateId, [...seatOrderKinds, ...candidatureKinds])
    return number === null ? ok() : refuse('order-another-waits', 409, { params: { number } })
  }

  /** The seat and the others whom an order about it would concern. It names candidates, so the look is logged. */
  async function previewSeat(actor: StaffMember, input: SeatOrder) {
    const until = deadlineOf(input)
    if (!until.ok) return until
    const candidate = candidateOf(input.applicationId)
    if (!candidate.ok) return candidate
    const alone = isAlone(candidate.value)
    if (!alone.ok) return alone
    const shown = await seatOrders.preview(wishOf(input, candidate.value))
    if (shown.ok) {
      const detail = { kind: input.intent, affected: shown.value.zone?.others.length ?? 0 }
      record(auditActor(actor), 'orders.zone-read', { candidateId: candidate.value }, detail)
    }
    return shown
  }

  const aboutOf = (input: CandidatureOrder): Result<CandidatureWish> => {
    const candidate = candidateOf(input.applicationId)
    if (!candidate.ok) return candidate
    const kept = 'kept' in input && input.kept ? store.candidateId(input.kept.toUpperCase()) : null
    if (kept === undefined)
      return refuse('check-answers', 422, { fields: [{ field: 'kept', code: 'orderKept.unknown' }] })
    return ok({ kind: input.intent, candidateId: candidate.value, keptId: kept })
  }

  /** What an order about a candidature would do. It may name candidates, so the look is logged. */
  async function previewCandidature(actor: StaffMember, input: CandidatureOrder) {
    const wish = aboutOf(input)
    if (!wish.ok) return wish
    const alone = isAlone(wish.value.candidateId)
    if (!alone.ok) return alone
    const shown = await exclusions.preview(wish.value)
    if (!shown.ok) return shown
    const { seat } = shown.value
    const { kind, candidateId } = wish.value
    if (seat?.zone?.others.length)
      record(auditActor(actor), 'orders.zone-read', { candidateId }, { kind, affected: seat.zone.others.length })
    return ok({ wish: wish.value, fullName: store.fullName(candidateId), seat })
  }

  return {
    /** Ok if no order about the seat or the candidature of this applicant waits; before anything else is asked. */
    mayBegin(kind: OrderKind, applicationId: string): Result<undefined> {
      if (!isSeatOrder(kind) && !isAboutCandidature(kind)) return ok()
      const candidate = candidateOf(applicationId)
      return candidate.ok ? isAlone(candidate.value) : ok()
    },

    /** Shows whom an order about a seat would concern; nothing is prepared. Takes as long as the round. */
    async previewSeat(
      actor: StaffMember,
      input: SeatOrder,
    ): Promise<Result<SeatOrderPreview & { fullName: string; given: Given | null }>> {
      const until = deadlineOf(input)
      const shown = await previewSeat(actor, input)
      if (!shown.ok) return shown
      if (!until.ok) return until
      const { candidateId } = shown.value.offer
      const given = seatOrders.given(candidateId, { ...wishOf(input, candidateId), until: until.value })
      return ok({ ...shown.value, fullName: store.fullName(candidateId), given })
    },

    /** Prepares an order about a seat whose preview was agreed to. */
    async seat(actor: StaffMember, input: SeatOrder): Promise<Result<number>> {
      const shown = await previewSeat(actor, input)
      if (!shown.ok) return shown
      const { offer, stored } = shown.value
      return db.transact((): Result<number> => {
        const wish = wishOf(input, offer.candidateId)
        const still = seatOrders.isCurrent(wish, stored)
        if (!still.ok) return still
        const alone = isAlone(wish.candidateId)
        if (!alone.ok) return alone
        const until = deadlineOf(input)
        if (!until.ok) return until
        const { kind, candidateId, isSupernumerary } = wish
        const about = { round: offer.round, until: until.value, zone: JSON.stringify(stored) }
        return prepare(actor, input, { kind, candidateId, isSupernumerary, ...about })
      })
    },

    /** Shows what an order about a candidature would do; nothing is prepared. Takes as long as the round. */
    previewCandidature,

    /** Prepares an order about a candidature whose preview was agreed to. */
    async candidature(actor: StaffMember, input: CandidatureOrder): Promise<Result<number>> {
      const shown = await previewCandidature(actor, input)
      if (!shown.ok) return shown
      const { wish, seat } = shown.value
      return db.transact((): Result<number> => {
        const still = exclusions.isCurrent(wish, seat?.stored ?? null)
        if (!still.ok) return still
        const alone = isAlone(wish.candidateId)
        if (!alone.ok) return alone
        const about = { round: seat?.offer.round ?? null, zone: seat ? JSON.stringify(seat.stored) : null }
        return prepare(actor, input, { ...wish, ...about })
      })
    },
  }
}
