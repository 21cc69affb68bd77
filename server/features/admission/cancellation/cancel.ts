import { mayCancel, returnDueAt } from '#server/domain/admission/cancellation.ts'
import { isHeld } from '#server/domain/admission/offer.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Case, Cases } from './cases'
import type { CancellationDeps } from './deps'
import type { CancelRequest } from './schema'

/** What a candidate would give up, and until when they may. */
export type CancellationView = {
  may: Result<undefined>
  /** When online cancellation ends. */
  cutOff: Instant | null
  seat: { round: number; choiceCode: string; institute: string; course: string; isAdmitted: boolean } | null
  cancelled: Case | null
}

/** A candidate gives up their seat. Source: rules §9.3. */
export function createCancel(
  { db, store, clock, acceptance, withStepUp, onCancelled, tell, record }: CancellationDeps,
  { cutOff, caseOf }: Cases,
) {
  function may(candidateId: number, at: Instant) {
    const seat = acceptance.current(candidateId, at)
    const hasSeat = seat !== null && isHeld(seat.state)
    const allowed = mayCancel(
      { hasSeat, cancelledAt: store.of(candidateId)?.requestedAt ?? null, cutOff: cutOff() },
      at,
    )
    return { allowed, seat: hasSeat ? seat : null }
  }

  /** Writes the cancellation of a held seat and tells the candidate. */
  function cancelNow(candidateId: number, reason: string, seat: { round: number; choiceCode: string }): Case {
    const { round, choiceCode } = seat
    const place = store.instituteAt(round, choiceCode)!
    const requestedAt = clock.portal()
    const number = store.add({ candidateId, round, choiceCode, instituteCode: place.code, reason, requestedAt })
    onCancelled(place.code)
    record(
      { kind: 'candidate', id: candidateId, name: store.userId(candidateId) },
      'cancellation.requested',
      { candidateId },
      { case: number, round, choiceCode },
    )
    tell(candidateId, 'admission-cancelled', (language) => ({
      institute: place.institute,
      choiceCode,
      number,
      at: formatDateTime(requestedAt, language),
      by: formatDateTime(returnDueAt(requestedAt), language),
    }))
    return caseOf(store.of(candidateId)!)
  }

  const cancel = (candidateId: number, reason: string, at: Instant): Result<Case> =>
    db.transact((): Result<Case> => {
      const { allowed, seat } = may(candidateId, at)
      return allowed.ok ? ok(cancelNow(candidateId, reason, seat!.offer)) : allowed
    })

  return {
    /** What a candidate may cancel at `at`, and what they have cancelled. */
    view(candidateId: number, at: Instant = clock.portal()): CancellationView {
      const { allowed, seat } = may(candidateId, at)
      const cancelled = store.of(candidateId)
      const offer = seat?.offer
      const place = offer && store.instituteAt(offer.round, offer.choiceCode)
      return {
        may: allowed,
        cutOff: cutOff(),
        seat:
          offer && place
            ? {
                round: offer.round,
                choiceCode: offer.choiceCode,
                institute: place.institute,
                course: place.course,
                isAdmitted: seat.state === 'admitted',
              }
            : null,
        cancelled: cancelled && caseOf(cancelled, at),
      }
    },

    /** Ok if the candidate may cancel at `at`. */
    may: (candidateId: number, at: Instant): Result<undefined> => may(candidateId, at).allowed,

    /**
     * Cancels the candidate's seat, finally, with reason, password and OTP. `at`: when the request arrived; it is
     * compared with the cut-off. Refusals: `already-cancelled`, `not-admitted` (409), `cancellation-closed`, and those of
     * the proof.
     */
    request(candidateId: number, { reason, ...proof }: CancelRequest, at: Instant): Promise<Result<Case>> {
      return withStepUp({ candidateId }, 'cancel', proof, {
        may: () => may(candidateId, at).allowed,
        act: () => cancel(candidateId, reason, at),
      })
    },

    /** The same without a proof, for the candidates of the demo's cohort. */
    cancelUnasked: (candidateId: number, reason: string): Result<Case> => cancel(candidateId, reason, clock.portal()),

    /** A candidate's cancellation; null if there is none. */
    of(candidateId: number): Case | null {
      const found = store.of(candidateId)
      return found && caseOf(found)
    },
  }
}
