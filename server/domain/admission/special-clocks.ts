import { days, hours, type Instant } from '#server/kernel/time.ts'
import {
  acceptBy,
  type Offer,
  type OfferState,
  offerState,
  type RoundDeadlines,
  type RoundRule,
  reportingBy,
} from './offer'

/** The reasons for which a candidate has longer time than the schedule gives. */
type ClockReason = 'order' | 'grievance' | 'reset'

/** The acts for which a candidate may have longer time; their words are in `orders:clock.act`. */
type ClockAct = 'register' | 'submit' | 'correct' | 'accept' | 'report'

/** Longer time for an act that is not done. `since`: when it was given. `endsAt`: when it runs out, or has run out. */
export type SpecialClock = { act: ClockAct; reason: ClockReason; since: Instant; endsAt: Instant }

/** The cell sees a clock from a day before it runs out until three days after. Source: rules §12.2. */
export const clockShown = { before: hours(24), after: days(3) }

export const isClockShown = (endsAt: number, now: number): boolean =>
  now >= endsAt - clockShown.before && now < endsAt + clockShown.after

const latest = (...instants: readonly (Instant | null | undefined)[]) =>
  Math.max(...instants.map((at) => at ?? 0)) as Instant

/** The longer time for a seat, if the candidate has not acted; null if the deadline of the round holds. Source: rules §8.13 to §8.16. */
export function seatClock(
  offer: Offer & { orderedAt: Instant | null },
  rule: RoundRule,
  deadlines: RoundDeadlines,
  now: Instant,
): SpecialClock | null {
  const state = offerState(offer, rule, deadlines, now)
  const act = actOf(state)
  if (act === null) return null
  const endOf = (facts: Offer) => (act === 'accept' ? acceptBy(facts, deadlines) : reportingBy(facts, deadlines))
  const endsAt = endOf(offer)
  const usual = act === 'accept' ? deadlines.acceptBy : deadlines.reportBy
  if (endsAt === null || usual === null || endsAt <= usual) return null
  const isEarlierWithout = (facts: Partial<Offer>) => (endOf({ ...offer, ...facts }) ?? 0) < endsAt
  if (isEarlierWithout({ orderedUntil: null })) return { act, reason: 'order', since: latest(offer.orderedAt), endsAt }
  if (isEarlierWithout({ grievanceDecidedAt: null }))
    return { act, reason: 'grievance', since: latest(offer.grievanceDecidedAt), endsAt }
  return { act, reason: 'reset', since: latest(offer.resetAt), endsAt }
}

const toAccept: readonly OfferState[] = ['to-verify', 'to-decide', 'to-pay', 'in-grace', 'not-accepted']

function actOf(state: OfferState): 'accept' | 'report' | null {
  if (toAccept.includes(state)) return 'accept'
  return state === 'to-report' || state === 'not-reported' ? 'report' : null
}
