import type { SeatDecision } from '#server/domain/admission/offer.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { May } from './may'
import type { Seat, Seats } from './seats'
import type { Told } from './told'

/** A candidate's decision for a seat: freeze, or hold it for betterment. Source: rules §8.12. */
export function createDecide(
  { db, store, clock, withStepUp, record }: SeatAcceptanceDeps,
  { seatOf, offerOf }: Seats,
  { mayDecide }: May['verbs'],
  told: Told,
) {
  /** Records an allowed decision and tells the candidate; joins the caller's transaction. */
  function decided(candidateId: number, round: CapRound, decision: SeatDecision): Seat {
    store.decide(candidateId, round, decision, clock.portal())
    const actor = { kind: 'candidate', id: candidateId, name: store.userId(candidateId) } as const
    record(actor, 'seat-acceptance.decided', { candidateId }, { round, decision })
    const seat = seatOf(offerOf(candidateId, round)!, clock.portal())
    if (seat.offer.fee === 'paid') told.accepted(seat, null)
    else told.decided(seat)
    return seat
  }

  return {
    /**
     * Freezes a seat or keeps it for betterment, with password and OTP. `at`: when the request arrived; it is compared
     * with the deadline. Refusals: `no-seat` (404), `verify-first`, `grievance-undecided`, `already-accepted`,
     * `payment-pending` (409), `acceptance-closed`, `must-freeze`, and those of the proof.
     */
    decide: (
      candidateId: number,
      round: CapRound,
      decision: SeatDecision,
      proof: StepUpProof,
      at: Instant,
    ): Promise<Result<Seat>> =>
      withStepUp({ candidateId }, 'accept-seat', proof, {
        may: () => mayDecide(candidateId, round, decision, at),
        act: () => ok(decided(candidateId, round, decision)),
      }),

    /** The same without a proof, for the candidates of the demo's cohort. */
    decideUnasked: (candidateId: number, round: CapRound, decision: SeatDecision): Result<Seat> =>
      db.transact((): Result<Seat> => {
        const allowed = mayDecide(candidateId, round, decision, clock.portal())
        return allowed.ok ? ok(decided(candidateId, round, decision)) : allowed
      }),
  }
}
