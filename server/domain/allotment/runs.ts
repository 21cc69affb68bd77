import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'

/** The steps of a run, for its progress bar. */
const runSteps = ['reading', 'matching', 'verifying', 'writing'] as const
export type RunStep = (typeof runSteps)[number]

/** How a candidate's seat differs from the run before. `gained`: a seat now; `lost`: none any more. */
export const seatChanges = ['same', 'moved', 'gained', 'lost'] as const
export type SeatChange = (typeof seatChanges)[number]

/** A request that arrived before the options closed may finish up to a minute later; read nothing until then. */
const lastSave = minutes(1)

/** Can no list change any more at `at`? `closeAt`: when the options close; null if the schedule gives no date. */
export const areOptionsSettled = (closeAt: number | null, at: number): boolean =>
  closeAt !== null && at >= closeAt + lastSave

/** The facts that decide if a round may be allotted now. */
type RoundFacts = {
  round: CapRound
  /** When its option form closes; null if the schedule gives no date. */
  optionsCloseAt: number | null
  /** States of this round's runs that still count. */
  states: readonly ReleaseState[]
  isPreviousPublished: boolean
  /** When reporting after the round before closes, by the schedule; null if it gives no date, and for round 1. */
  previousReportingEndsAt: number | null
  /** Institutes that have not signed their last day of that reporting. */
  unsignedDays: number
  hasMeritList: boolean
  hasSeatMatrix: boolean
  /** Confirmed option forms of this round. */
  confirmedForms: number
}

/** Is everything recorded that decides which seats of the round before are kept? Source: rules §8.15. */
function isPreviousSettled(facts: RoundFacts, now: Instant): Result<undefined> {
  const { previousReportingEndsAt, unsignedDays } = facts
  if (previousReportingEndsAt === null || now < previousReportingEndsAt) return refuse('allotment-reporting-open')
  return unsignedDays ? refuse('allotment-days-unsigned', 422, { params: { count: unsignedDays } }) : ok()
}

/**
 * May a run be prepared? Its options must be settled, at least one form confirmed and its sources published; acceptance
 * and reporting of the round before must be over, with every institute's day signed. Source: rules §8.9, §8.15.
 */
export function mayPrepare(facts: RoundFacts, now: Instant): Result<undefined> {
  const { round, optionsCloseAt, states, isPreviousPublished, hasMeritList, hasSeatMatrix } = facts
  if (states.includes('published')) return refuse('allotment-published', 409)
  if (states.includes('released')) return refuse('allotment-released', 409)
  if (states.includes('preparing')) return refuse('allotment-running', 409)
  if (!hasMeritList) return refuse('allotment-no-merit-list')
  if (!hasSeatMatrix) return refuse('allotment-no-seat-matrix')
  if (round > 1 && !isPreviousPublished) return refuse('allotment-no-previous-round')
  if (!areOptionsSettled(optionsCloseAt, now)) return refuse('allotment-options-open')
  if (facts.confirmedForms === 0) return refuse('allotment-no-forms')
  return round > 1 ? isPreviousSettled(facts, now) : ok()
}

type ReleaseFacts = {
  verifiedAt: number | null
  /** Candidates with a seat. */
  allotted: number
  /** The run's sources are still the ones in force. */
  isCurrent: boolean
  /** The seats of earlier rounds that were given up since it was prepared. */
  givenUp: number
  /** States of the round's other live runs; only one run of a round is published. */
  others: readonly ReleaseState[]
}

/** May a prepared run be released, provided that a second person does it? Source: rules §8.9, §1.6. */
export function mayRelease({ verifiedAt, allotted, isCurrent, givenUp, others }: ReleaseFacts): Result<undefined> {
  if (verifiedAt === null) return refuse('allotment-decided', 409)
  if (others.includes('published')) return refuse('allotment-published', 409)
  if (others.includes('released')) return refuse('allotment-released', 409)
  if (!isCurrent) return refuse('allotment-stale', 409)
  if (givenUp) return refuse('allotment-seats-given-up', 409, { params: { count: givenUp } })
  return allotted > 0 ? ok() : refuse('allotment-empty', 409)
}
