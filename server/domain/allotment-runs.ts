import { ok, type Result, refuse } from '../kernel/result'
import { type Instant, minutes } from '../kernel/time'
import type { Stage } from './allotment-format/format'
import type { CapRound } from './cap-rounds'
import { isSecondPerson } from './staff'

/** Which stages of conversion a round may go through; data of the course. Source: allotment "Stages". */
export type StagesByRound = Readonly<Record<CapRound, readonly Stage[]>>

export const runStates = ['running', 'prepared', 'released', 'published', 'discarded', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** What a run is doing, for the bar that shows how far it is. */
export const runSteps = ['reading', 'matching', 'verifying', 'writing'] as const
export type RunStep = (typeof runSteps)[number]

/** A request that arrived before the options closed may be answered a minute later; until then nothing is read. */
const lastSave = minutes(1)

/** Nobody can change their list any more at `at`. `closeAt`: when the options close; null where the schedule does not say. */
export const areOptionsSettled = (closeAt: number | null, at: number): boolean =>
  closeAt !== null && at >= closeAt + lastSave

/** A run that nobody works on any more: its process has ended. Milliseconds. */
export const abandonedAfter = minutes(15)

/** What decides whether a round may be allotted now. */
export type RoundFacts = {
  round: CapRound
  /** When its option form closes; null where the schedule does not say. */
  optionsCloseAt: number | null
  /** States of this round's runs that still count. */
  states: readonly RunState[]
  isPreviousPublished: boolean
  hasMeritList: boolean
  hasSeatMatrix: boolean
}

/** May a run be prepared? Its options must stand still, and what it reads must be published. Source: decisions §8. */
export function mayPrepare(facts: RoundFacts, now: Instant): Result<undefined> {
  const { round, optionsCloseAt, states, isPreviousPublished, hasMeritList, hasSeatMatrix } = facts
  if (states.includes('published')) return refuse('allotment-published', 409)
  if (states.includes('released')) return refuse('allotment-released', 409)
  if (states.includes('running')) return refuse('allotment-running', 409)
  if (!hasMeritList) return refuse('allotment-no-merit-list')
  if (!hasSeatMatrix) return refuse('allotment-no-seat-matrix')
  if (round > 1 && !isPreviousPublished) return refuse('allotment-no-previous-round')
  return areOptionsSettled(optionsCloseAt, now) ? ok() : refuse('allotment-options-open')
}

export type ReleaseFacts = {
  state: RunState
  verifiedAt: number | null
  preparedBy: number
  /** What it was made from is what counts now. */
  isCurrent: boolean
  /** States of the round's other runs that still count: of each round one is published. */
  others: readonly RunState[]
}

/** May this person release a run? Source: decisions §8, work at the desk. */
export function mayRelease(run: ReleaseFacts, actor: { id: number }): Result<undefined> {
  if (run.state !== 'prepared' || run.verifiedAt === null) return refuse('allotment-not-prepared', 409)
  if (run.others.includes('published')) return refuse('allotment-published', 409)
  if (run.others.includes('released')) return refuse('allotment-released', 409)
  if (!isSecondPerson([run.preparedBy], actor)) return refuse('allotment-second-person', 403)
  return run.isCurrent ? ok() : refuse('allotment-stale', 409)
}

/** May it be given up? Until it is published. */
export const mayDiscard = (state: RunState): Result<undefined> =>
  state === 'prepared' || state === 'released' ? ok() : refuse('allotment-not-discardable', 409)

/** A released run is published from the schedule's instant on. `dueAt`: null where the schedule does not say. */
export const isPublicationDue = (dueAt: number | null, now: Instant): boolean => dueAt !== null && now >= dueAt
