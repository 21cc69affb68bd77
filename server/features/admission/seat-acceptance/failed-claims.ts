import { type SeatOutcome, seatAfterFailedClaim } from '#server/domain/admission/failed-claim.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Seat } from './service'
import type { SeatAcceptanceStore } from './store'

type FailedClaimsDeps = {
  store: Pick<SeatAcceptanceStore, 'end' | 'newestRound' | 'minorityAt'>
  clock: { portal(): Instant }
  /** The candidate's newest seat. */
  current(actor: { candidateId: number }): Seat | null
  isLastRound(round: number): boolean
  /** The answers that still apply, without the failed claims. */
  answers(candidateId: number): Answers
  tell: Tell
}

/**
 * Convert to Open after an allotment: a claim failed, and the seat that was won on it is cancelled, or kept as an Open
 * one. Source: rules §9.1, §9.5.
 */
export function createFailedClaims({ store, clock, current, isLastRound, answers, tell }: FailedClaimsDeps) {
  /** What becomes of a candidate's newest seat with the claims that remain; null if they keep it, or have none. */
  function foretell(
    candidateId: number,
    remainingAnswers: Answers,
    ifMissed: MissedOutcome,
  ): { seat: Seat; outcome: SeatOutcome; areRoundsOver: boolean } | null {
    const seat = current({ candidateId })
    const remaining = claimsOf(remainingAnswers)
    if (!seat || !remaining) return null
    const { choiceCode, seatType, runId } = seat.offer
    const areRoundsOver = isLastRound(store.newestRound()!)
    const minority = store.minorityAt(runId, choiceCode)
    const held = { choiceCode, seatType, minority, state: seat.state }
    const outcome = seatAfterFailedClaim(remaining, held, { areRoundsOver, ifMissed })
    return outcome && { seat, outcome, areRoundsOver }
  }

  return {
    foretell,

    /**
     * Settles the seat of a candidate whose claims were just removed, and tells them; joins the caller's transaction.
     * Null if they have no seat, or one that none of those claims won.
     */
    convertToOpen(candidateId: number, ifMissed: MissedOutcome): SeatOutcome | null {
      const foretold = foretell(candidateId, answers(candidateId), ifMissed)
      if (!foretold) return null
      const { outcome, areRoundsOver } = foretold
      const { round, choiceCode } = foretold.seat.offer
      if (outcome === 'kept') {
        tell(candidateId, 'seat-as-open', { choiceCode })
        return outcome
      }
      store.end({ candidateId, round, ending: 'claim-failed', at: clock.portal(), orderId: null })
      tell(candidateId, 'seat-ended', (language) => ({
        choiceCode,
        reason: translate(language, 'admission:claim-failed.reason'),
        next: translate(language, areRoundsOver ? 'admission:claim-failed.over' : 'admission:claim-failed.next-round'),
      }))
      return outcome
    },
  }
}
