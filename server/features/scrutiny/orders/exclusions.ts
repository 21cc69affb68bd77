import { type CandidatureKind, isExclusion, mayIssue } from '#server/domain/admission/exclusion.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OrdersDeps } from './deps'
import type { SeatOrderPreview, SeatOrders, StoredInfluence } from './seat-orders'
import type { NamedOrder } from './store'

/** The order wished for. `keptId`: the other application of the same person, which goes on; null if there is none. */
export type CandidatureWish = { kind: CandidatureKind; candidateId: number; keptId: number | null }

/** What an order would do. `seat`: the seat that it takes back, null if the candidate has none. */
type CandidaturePreview = {
  seat: (SeatOrderPreview & { stored: StoredInfluence }) | null
}

/**
 * Orders about a candidature: an application is cancelled, a candidate is debarred, or readmitted. The seat that the
 * candidate has goes back first, as by the cancellation of an allotment. Source: rules §8.23.
 */
export function createExclusions({ store, application, messages }: OrdersDeps, seatOrders: SeatOrders) {
  /** Ok if the order may be issued now. */
  function may({ kind, candidateId, keptId }: CandidatureWish): Result<undefined> {
    const excludedBy = store.exclusion(candidateId)?.kind ?? null
    const allowed = mayIssue(kind, excludedBy)
    if (!allowed.ok) return allowed
    if (keptId === null) return ok()
    if (keptId === candidateId) return keptFault('same')
    return store.exclusion(keptId) === null ? ok() : keptFault('excluded')
  }

  return {
    may,

    /** Works out the consequences; nothing is written. */
    async preview(wish: CandidatureWish): Promise<Result<CandidaturePreview>> {
      const allowed = may(wish)
      if (!allowed.ok) return allowed
      if (!isExclusion(wish.kind)) return ok({ seat: null })
      const free = seatOrders.isFreeOfRuns()
      if (!free.ok) return free
      const seat = await seatOrders.preview(seatOrders.takingSeat(wish.candidateId))
      if (seat.ok) return ok({ seat: seat.value })
      return seat.refusal.code === 'order-no-seat' ? ok({ seat: null }) : seat
    },

    /** Ok if the candidate has the same seat, or still none, as when the order was previewed. */
    isCurrent(wish: CandidatureWish, seat: StoredInfluence | null): Result<undefined> {
      const allowed = may(wish)
      if (!allowed.ok || !isExclusion(wish.kind)) return allowed
      const free = seatOrders.isFreeOfRuns()
      if (!free.ok) return free
      if (seat) {
        const still = seatOrders.isCurrent(seatOrders.takingSeat(wish.candidateId), seat)
        return still.ok ? ok() : still
      }
      return seatOrders.hasSeat(wish.candidateId) ? refuse('order-seat-changed', 409) : ok()
    },

    /** Carries out a released order; joins the transaction of the release. */
    carryOut(row: NamedOrder, kind: CandidatureKind, by: Parameters<SeatOrders['takeSeat']>[1]): Result<undefined> {
      const candidateId = row.candidateId!
      const seat = row.zone === null ? null : (JSON.parse(row.zone) as StoredInfluence)
      const still = this.isCurrent({ kind, candidateId, keptId: row.keptId }, seat)
      if (!still.ok) return still
      if (kind === 'readmit') application.readmit(candidateId)
      else {
        if (seat) seatOrders.takeSeat(row, by)
        if (application.factsOf(candidateId).excludedAt === null) application.exclude(candidateId)
      }
      messages.tell(candidateId, 'candidature-order', (language) => ({
        reference: row.orderNumber,
        authority: row.authority,
        next:
          row.keptUserId === null
            ? translate(language, `orders:next.${kind}`)
            : translate(language, 'orders:next.kept', { kept: row.keptUserId }),
      }))
      return ok()
    },
  }
}

export type Exclusions = ReturnType<typeof createExclusions>

const keptFault = (code: string) =>
  refuse('check-answers', 422, { fields: [{ field: 'kept', code: `orderKept.${code}` }] })
