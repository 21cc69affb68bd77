import { type RoundEntry, takesPart } from '#server/domain/terms/cap-rounds.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant } from '#server/kernel/time.ts'

/** The answers to a roll-call: still in, or released from the rounds. No answer counts as `in`. */
export const rollCallAnswers = ['in', 'out'] as const
export type RollCallAnswer = (typeof rollCallAnswers)[number]

/** The hours before an option form closes at which its roll-call asks, and asks again whoever was silent. Source: rules §8.26. */
export const rollCallHours = [48, 24] as const

/** Is the roll-call of a round under way: from its first question until the option form closes? */
export const isRollCallOpen = (closesAt: Instant | null, now: Instant): boolean =>
  closesAt !== null && now >= closesAt - hours(rollCallHours[0]) && now < closesAt

/** The facts that decide about an answer. */
type RollCallFacts = {
  isOpen: boolean
  entry: RoundEntry
  hasMeritNumber: boolean
  /** An order has taken the candidate out of the admission. */
  isExcluded: boolean
}

/** Is the candidate still in play for the round, so that a roll-call asks them? */
export const isInPlay = ({ entry, hasMeritNumber, isExcluded }: Omit<RollCallFacts, 'isOpen'>): boolean =>
  hasMeritNumber && !isExcluded && takesPart(entry)

/**
 * May the candidate answer like this now? Whoever holds a seat is not released by a link that needs no login: giving a
 * seat up is a cancellation. Source: rules §8.26.
 */
export function mayAnswer(answer: RollCallAnswer, facts: RollCallFacts): Result<undefined> {
  if (!facts.isOpen) return refuse('roll-call-closed', 409)
  if (!isInPlay(facts)) return refuse('roll-call-not-in-play', 409)
  return answer === 'out' && facts.entry === 'holds' ? refuse('roll-call-holds', 409) : ok()
}
