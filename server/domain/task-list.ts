import { type CandidateFacts, stepsLeftToCorrect } from './details'
import {
  fillStatus,
  isStepComplete,
  printStep,
  type ScrutinyMode,
  type StepNumber,
  type StepSlug,
  steps,
} from './journey'
import { lockOf } from './lock'

/** How a step stands: done, the next to do, waiting for the ones before it, sent back by scrutiny, or done for good. */
export const taskStates = ['complete', 'to-do', 'not-yet', 'correct', 'locked'] as const
export type TaskState = (typeof taskStates)[number]

export type Task = {
  step: StepNumber
  route: StepSlug
  state: TaskState
  /** The page can be opened now: it is neither beyond the reached step nor under the lock. */
  isOpen: boolean
}

export type TaskFacts = {
  mode: ScrutinyMode
  /** Bit n is set when step n is complete. */
  completedSteps: number
  /** Bit n is set while step n is open again, because an earlier answer changed. */
  reopenedSteps: number
  /** Submitted at least once, even if scrutiny has sent the form back since. */
  isSubmitted: boolean
  /** Scrutiny has sent the form back, and it has not been submitted again. */
  isReverted: boolean
  isConfirmed: boolean
  /** Bit n is set when scrutiny found fault with step n and it has not been corrected yet. */
  stepsToCorrect: number
}

/** What the task list needs to know of a candidate, wherever it is shown. */
export const taskFactsOf = (facts: CandidateFacts): TaskFacts => ({
  mode: facts.mode,
  completedSteps: facts.completedSteps,
  reopenedSteps: facts.reopenedSteps,
  isSubmitted: facts.submittedAt !== null,
  isReverted: facts.revertedAt !== null,
  isConfirmed: facts.confirmedAt !== null,
  stepsToCorrect: stepsLeftToCorrect(facts),
})

/** The last moments of the two activities that an application depends on; null where the schedule does not hold one. */
export type Deadlines = { registration: number | null; scrutiny: number | null }

/** The one thing that a candidate has to do now, or what they wait for. `by`: epoch milliseconds. */
export type NextAct =
  | { kind: 'fill'; step: StepNumber; by: number | null }
  | { kind: 'submit'; step: StepNumber; by: number | null }
  /** Correct what scrutiny found and submit again; `step` is the first one to open. */
  | { kind: 'correct'; step: StepNumber; by: number | null }
  /** Mode 1, submitted: an officer checks the form. */
  | { kind: 'await-scrutiny'; by: number | null }
  /** Mode 2, submitted: the centre confirms it when the candidate comes with the originals. */
  | { kind: 'visit-centre'; by: number | null }
  | { kind: 'confirmed' }
  /** The form was not submitted, or not confirmed, before its time was over: it is not considered. */
  | { kind: 'too-late'; since: number }

const isLocked = ({ mode, isSubmitted, isReverted, isConfirmed }: TaskFacts): boolean =>
  lockOf({ mode, lockForm: isSubmitted && !isReverted ? 1 : 0, isArcConfirmed: isConfirmed ? 1 : 0 }) !== null

/** The furthest step that can be opened: all of them once the form was submitted, unless a change has opened some again. */
const reachedIn = ({ completedSteps, isSubmitted, reopenedSteps }: TaskFacts): StepNumber =>
  fillStatus({ completedSteps, isSubmitted: isSubmitted && !reopenedSteps })

function stateOf(facts: TaskFacts, step: StepNumber, reached: StepNumber): TaskState {
  const { isReverted, isSubmitted, stepsToCorrect, reopenedSteps, completedSteps } = facts
  if (isReverted && isStepComplete(stepsToCorrect, step)) return 'correct'
  if (isReverted && step === printStep) return stepsToCorrect || reopenedSteps ? 'not-yet' : 'correct'
  if (isSubmitted && isLocked(facts)) return step < printStep ? 'locked' : 'complete'
  if (isSubmitted && !reopenedSteps) return 'complete'
  if (step === reached) return 'to-do'
  return isStepComplete(completedSteps, step) ? 'complete' : 'not-yet'
}

/**
 * The nine steps as the dashboard lists them. A form that was sent back keeps its last step, where it is submitted
 * again, on "correct" until that happens. Source: decisions §3, §5, §6.
 */
export function taskList(facts: TaskFacts): Task[] {
  const reached = reachedIn(facts)
  const locked = isLocked(facts)
  return steps.map((route, place) => {
    const step = place as StepNumber
    const isOpenNow = step <= reached && (!locked || step === printStep)
    return { step, route, state: stateOf(facts, step, reached), isOpen: isOpenNow }
  })
}

/** How many of the nine steps still ask something of the candidate. */
export const stepsLeft = (tasks: readonly Task[]): number =>
  tasks.filter(({ state }) => state !== 'complete' && state !== 'locked').length

const first = (mask: number): StepNumber => (mask ? (Math.log2(mask & -mask) as StepNumber) : printStep)

/** What the candidate has to do next. A deadline that has passed turns every unfinished form into "too late". */
export function nextAct(facts: TaskFacts, deadlines: Deadlines, now: number): NextAct {
  if (facts.isConfirmed) return { kind: 'confirmed' }
  const by = facts.isSubmitted ? deadlines.scrutiny : deadlines.registration
  const isAwaited = facts.isSubmitted && facts.mode === 1 && !facts.isReverted
  if (isAwaited) return { kind: 'await-scrutiny', by: by !== null && now < by ? by : null }
  if (by !== null && now >= by) return { kind: 'too-late', since: by }
  const step = reachedIn(facts)
  if (facts.isReverted) return { kind: 'correct', step: Math.min(first(facts.stepsToCorrect), step) as StepNumber, by }
  if (facts.isSubmitted && !facts.reopenedSteps) return { kind: 'visit-centre', by }
  return { kind: step === printStep ? 'submit' : 'fill', step, by }
}
