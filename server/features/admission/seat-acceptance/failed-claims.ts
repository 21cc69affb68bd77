import { type SeatOutcome, seatAfterFailedClaim } from '#server/domain/admission/failed-claim.ts'
import type { MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { isLastRound } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Application } from '#server/features/application/application/service.ts'
import { translate } from '#server/i18n/texts.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { Seat } from './seats'
import type { SeatAcceptance } from './service'

type FailedClaimsDeps = Pick<SeatAcceptanceDeps, 'store' | 'clock' | 'course' | 'tell'> &
  Pick<SeatAcceptance, 'current'> &
  Pick<Application, 'answers'>

/**
 * Convert to Open after an allotment: a claim failed, and the seat that was won on it is cancelled, or kept as an Open
 * one. Source: rules §9.1, §9.5.
 */
export function createFailedClaims({ store, clock, course, current, answers, tell }: FailedClaimsDeps) {
  /** What becomes of a candidate's newest seat with the claims that remain; null if they keep it, or have none. */
  function foretell(
    candidateId: number,
    remainingAnswers: Answers,
    ifMissed: MissedOutcome,
  ): { seat: Seat; outcome: SeatOutcome; areRoundsOver: boolean } | null {
    const seat = current(candidateId)
    const remaining = claimsOf(remainingAnswers)
    if (!seat || !remaining) return null
    const { choiceCode, seatType, runId } = seat.offer
    const areRoundsOver = isLastRound(course.rounds, store.newestRound()!)
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

export type FailedClaims = ReturnType<typeof createFailedClaims>
