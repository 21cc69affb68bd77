import {
  mayAdmit,
  mayDecide,
  mayVerify,
  type RoundDeadlines,
  type RoundRule,
  type SeatDecision,
} from '#server/domain/admission/offer.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { outsideWindow } from '#server/domain/terms/schedule.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { Seats } from './seats'
import type { StoredOffer } from './store'

type Rule = (offer: StoredOffer, rule: RoundRule, deadlines: RoundDeadlines) => Result<undefined>

/** Which acts a candidate, or their institute, may do for a seat. */
export function createMay({ activity }: SeatAcceptanceDeps, { offerOf, mayStillAct, ruleOf, deadlinesOf }: Seats) {
  /** Applies a rule to the offer; refuses a candidate without a seat in that round. */
  function may(candidateId: number, round: CapRound, rule: Rule): Result<StoredOffer> {
    const offer = offerOf(candidateId, round)
    if (!offer) return refuse('no-seat', 404)
    if (!mayStillAct(offer)) return refuse('seat-of-earlier-round', 409)
    const allowed = rule(offer, ruleOf(round), deadlinesOf(round))
    return allowed.ok ? ok(offer) : allowed
  }

  /** The same for an act of acceptance, which waits until acceptance opens; without a date it is closed. */
  function onceOpen(candidateId: number, round: CapRound, at: Instant, rule: Rule): Result<StoredOffer> {
    const window = activity(roundActivity(round, 'acceptance'))
    return may(candidateId, round, (...facts) =>
      !window || at < window.opensAt ? outsideWindow('acceptance-not-yet', window, at) : rule(...facts),
    )
  }

  return {
    onceOpen,
    verbs: {
      mayVerify: (candidateId: number, round: CapRound, at: Instant) =>
        onceOpen(candidateId, round, at, (...facts) => mayVerify(...facts, at)),
      mayDecide: (candidateId: number, round: CapRound, decision: SeatDecision, at: Instant) =>
        onceOpen(candidateId, round, at, (...facts) => mayDecide(decision, ...facts, at)),
      mayAdmit: (candidateId: number, round: CapRound, at: Instant) =>
        may(candidateId, round, (...facts) => mayAdmit(...facts, at)),
    },
  }
}

export type May = ReturnType<typeof createMay>
