import { deadlineMissed, mayPayAcceptance, seatFeeUse } from '#server/domain/admission/offer.ts'
import { type MoneyUse, noPayTime, type PayTime } from '#server/domain/terms/payment-states.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { May } from './may'
import type { Seats } from './seats'
import type { FeePaid, Told } from './told'

/** The fee that completes an acceptance. Source: rules §8.12. */
export function createPay(
  { store, clock }: SeatAcceptanceDeps,
  { offerOf, seatOf, mayStillAct, ruleOf, deadlinesOf }: Seats,
  { onceOpen }: May,
  told: Told,
) {
  return {
    /** Ok if the fee can be paid now, for the newest round's seat. */
    mayPay(candidateId: number, at: Instant): Result<undefined> {
      const offer = offerOf(candidateId)
      if (!offer) return refuse('no-seat', 404)
      const allowed = onceOpen(candidateId, offer.round, at, (...facts) => mayPayAcceptance(...facts, at))
      return allowed.ok ? ok() : allowed
    },

    /**
     * Is money for the fee of use now, if its try began at this instant? Not if the seat is gone, or a later round has
     * been published meanwhile and no order lets the candidate accept.
     */
    feeUse(candidateId: number, begunAt: Instant): MoneyUse {
      const offer = offerOf(candidateId)
      if (!offer || !mayStillAct(offer)) return 'seat-gone'
      const at = clock.portal()
      return seatFeeUse(offer, ruleOf(offer.round), deadlinesOf(offer.round), { begunAt, at })
    },

    /** How the deadlines of the candidate's seats stand to a payment that began at this instant. */
    payTime(candidateId: number, begunAt: Instant): PayTime {
      const seats = store.offers(candidateId).map((offer) => seatOf(offer, clock.portal()))
      const act = seats.at(-1)?.act
      return {
        ...noPayTime,
        missed: deadlineMissed(seats, begunAt),
        graceUntil: act?.kind === 'await-grace' ? act.by : null,
      }
    },

    /** The fee for the current seat has been captured; joins the transaction of the capture. */
    paid: (candidateId: number, fee: FeePaid): void =>
      told.accepted(seatOf(offerOf(candidateId)!, clock.portal()), fee),
  }
}
