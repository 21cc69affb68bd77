import {
  fillStatus,
  isStepComplete,
  printStep,
  type StepNumber,
  type StepSlug,
  steps,
} from '#server/domain/terms/journey.ts'
import {
  type ApplicationState,
  isConfirmed,
  isSubmitted,
  isWithCandidate,
  stateOf,
} from '#server/domain/terms/states.ts'
import { type CandidateFacts, stepsLeftToCorrect } from './details'

/** The state of a step: done, next to do, waiting for earlier ones, sent back by scrutiny, or locked. */
const taskStates = ['complete', 'to-do', 'not-yet', 'correct', 'locked'] as const
export type TaskState = (typeof taskStates)[number]

export type Task = {
  step: StepNumber
  route: StepSlug
  state: TaskState
  /** The page can be opened now: the step is reached and not locked. */
  isOpen: boolean
}

export type TaskFacts = {
  /** Bit n is set when step n is complete. */
  completedSteps: number
  /** Bit n is set while step n is open again because an earlier answer changed. */
  reopenedSteps: number
  state: ApplicationState
  /** Bit n is set when scrutiny found fault with step n and it has not been corrected yet. */
  stepsToCorrect: number
  /** Bit n is set when scrutiny sent step n back, corrected or not. */
  stepsSentBack: number
}

/** The facts that the task list needs about a candidate, on every page that shows it. */
export const taskFactsOf = (facts: CandidateFacts): TaskFacts => ({
  completedSteps: facts.completedSteps,
  reopenedSteps: facts.reopenedSteps,
  state: stateOf(facts),
  stepsToCorrect: stepsLeftToCorrect(facts),
  stepsSentBack: facts.stepsToCorrect,
})

/** The deadlines of the two activities that an application depends on; null if the schedule has none. */
type Deadlines = { registration: number | null; scrutiny: number | null }

/** The candidate's next act, or the event they are waiting for. `by`: epoch milliseconds. */
export type NextAct =
  | { kind: 'fill'; step: StepNumber; by: number | null }
  | { kind: 'submit'; step: StepNumber; by: number | null }
  /**
   * Correct the faults that scrutiny found and submit again; `step` is the first one to open, the last step once all
   * `of` steps are corrected.
   */
  | { kind: 'correct'; step: StepNumber; corrected: number; of: number; by: number | null }
  /** Mode 1, submitted: an officer checks the form. */
  | { kind: 'await-scrutiny'; by: number | null }
  /** Mode 1, submitted: scrutiny has ended, and no officer has confirmed the form. */
  | { kind: 'not-checked'; since: number }
  /** Mode 2, submitted: the centre confirms it when the candidate comes with the originals. */
  | { kind: 'visit-centre'; by: number | null }
  | { kind: 'confirmed' }
  /** An order has cancelled the application or debarred the candidate. */
  | { kind: 'excluded' }
  /** The form was not submitted or not confirmed in time and is not considered. */
  | { kind: 'too-late'; since: number }

/**
 * The furthest step that can be opened: the last once the form was submitted, unless a change has reopened an earlier
 * one.
 */
const reachedIn = ({ completedSteps, state, reopenedSteps }: TaskFacts): StepNumber =>
  fillStatus({ completedSteps, isSubmitted: state !== 'draft' && !reopenedSteps })

function taskStateOf(facts: TaskFacts, step: StepNumber, reached: StepNumber): TaskState {
  const { state, stepsToCorrect, reopenedSteps, completedSteps } = facts
  if (state === 'reverted' && isStepComplete(stepsToCorrect, step)) return 'correct'
  if (state === 'reverted' && step === printStep) return stepsToCorrect || reopenedSteps ? 'not-yet' : 'correct'
  if (state === 'excluded') return 'locked'
  if (!isWithCandidate(state)) return step < printStep ? 'locked' : 'complete'
  if (state !== 'draft' && !reopenedSteps) return 'complete'
  if (step === reached) return 'to-do'
  return isStepComplete(completedSteps, step) ? 'complete' : 'not-yet'
}

/**
 * The nine steps for the dashboard. The last step of a form that was sent back reads "correct" until the form is
 * submitted again. Source: rules §3.1, §5.2, §6.6.
 */
export function taskList(facts: TaskFacts): Task[] {
  const reached = reachedIn(facts)
  return steps.map((route, place) => {
    const step = place as StepNumber
    const isOpenNow = step <= reached && (isWithCandidate(facts.state) || step === printStep)
    return { step, route, state: taskStateOf(facts, step, reached), isOpen: isOpenNow }
  })
}

/** The steps that need nothing more of the candidate: the one count of every page and message. */
export const stepsDone = (tasks: readonly Task[]): StepNumber[] =>
  tasks.filter(({ state }) => state === 'complete' || state === 'locked').map(({ step }) => step)

/** How many of the nine steps still need the candidate. */
export const stepsLeft = (tasks: readonly Task[]): number => tasks.length - stepsDone(tasks).length

const first = (mask: number): StepNumber => (mask ? (Math.log2(mask & -mask) as StepNumber) : printStep)

const countIn = (mask: number): number => steps.filter((_, step) => isStepComplete(mask, step)).length

/**
 * The step to go on with: the first one that is open and not done; the last when only submitting is left. Every page of
 * the form leads there. Source: rules §12.7.
 */
export const nextStep = (facts: TaskFacts): StepNumber =>
  Math.min(first(facts.stepsToCorrect), reachedIn(facts)) as StepNumber

/** The act's name in texts: once every step that was sent back is corrected, only submitting again is left. */
export const nameOfAct = <A extends Exclude<NextAct, { kind: 'fill' }>>(act: A): A['kind'] | 'corrected' =>
  act.kind === 'correct' && act.of > 0 && act.corrected === act.of ? 'corrected' : act.kind

/** The candidate's next act. A passed deadline turns every unfinished form into "too late". */
export function nextAct(facts: TaskFacts, deadlines: Deadlines, now: number): NextAct {
  const { state } = facts
  if (isConfirmed(state)) return { kind: 'confirmed' }
  if (state === 'excluded') return { kind: 'excluded' }
  const by = state === 'draft' ? deadlines.registration : deadlines.scrutiny
  const since = by !== null && now >= by ? by : null
  if (!isWithCandidate(state)) return since === null ? { kind: 'await-scrutiny', by } : { kind: 'not-checked', since }
  if (since !== null) return { kind: 'too-late', since }
  const step = nextStep(facts)
  if (state === 'reverted') {
    const of = countIn(facts.stepsSentBack | facts.reopenedSteps)
    const corrected = of - countIn(facts.stepsToCorrect | facts.reopenedSteps)
    return { kind: 'correct', step, corrected, of, by }
  }
  if (isSubmitted(state) && !facts.reopenedSteps) return { kind: 'visit-centre', by }
  return { kind: step === printStep ? 'submit' : 'fill', step, by }
}
