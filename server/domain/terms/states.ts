import type { Instant } from '#server/kernel/time.ts'
import type { ScrutinyMode } from './journey'

/**
 * The progress of the form. The database computes the same state from the same facts (`applications.form_state`).
 * Source: rules §5.
 */
export const formStates = [
  'draft',
  'submitted',
  'picked-up',
  'resubmitted',
  'at-centre',
  'reverted',
  'confirmed',
  'excluded',
] as const
export type FormState = (typeof formStates)[number]

/** The progress of the candidate with the seat that the newest round allotted. Source: rules §8.11, §9.3. */
export const seatStates = ['allotted', 'accepted', 'frozen', 'reported', 'admitted', 'cancelled'] as const
export type SeatState = (typeof seatStates)[number]

/** Every state of an application. The names are the keys of its words: `application:standing.<name>`. */
export const applicationStates = [...formStates, ...seatStates] as const
export type ApplicationState = (typeof applicationStates)[number]

type Meaning = {
  /** The candidate may fill, correct or change the form; in every other state it is locked. */
  isWithCandidate: boolean
  /** The form was submitted and has not been sent back since. */
  isSubmitted: boolean
  isConfirmed: boolean
}

const withCandidate: Meaning = { isWithCandidate: true, isSubmitted: false, isConfirmed: false }
const inScrutiny: Meaning = { isWithCandidate: false, isSubmitted: true, isConfirmed: false }
const confirmed: Meaning = { isWithCandidate: false, isSubmitted: true, isConfirmed: true }

/** The meaning of each state for the form; lock, flags, task list and queues follow from it. */
const meanings: Readonly<Record<ApplicationState, Meaning>> = {
  draft: withCandidate,
  submitted: inScrutiny,
  'picked-up': inScrutiny,
  resubmitted: inScrutiny,
  // Submitted to a centre: the candidate may change the form until the centre confirms it.
  'at-centre': { ...inScrutiny, isWithCandidate: true },
  reverted: withCandidate,
  confirmed,
  // Cancelled by order, or its candidate is debarred: nobody does anything with it until an order readmits them.
  excluded: { isWithCandidate: false, isSubmitted: false, isConfirmed: false },
  allotted: confirmed,
  accepted: confirmed,
  frozen: confirmed,
  reported: confirmed,
  admitted: confirmed,
  cancelled: confirmed,
}

export const isWithCandidate = (state: ApplicationState): boolean => meanings[state].isWithCandidate
export const isSubmitted = (state: ApplicationState): boolean => meanings[state].isSubmitted
export const isConfirmed = (state: ApplicationState): boolean => meanings[state].isConfirmed

/** The facts that determine the form's state. Null: the event has not happened, or was undone. */
export type FormFacts = {
  mode: ScrutinyMode
  submittedAt: Instant | null
  /** When an officer of e-scrutiny took the form up. */
  pickedUpAt: Instant | null
  /** Set when the form was sent back; cleared by the next submission. */
  revertedAt: Instant | null
  /** When the form was last sent back; a submission does not clear it. */
  lastRevertedAt: Instant | null
  confirmedAt: Instant | null
  /** When an order took the candidate out of the admission; cleared by an order that readmits them. */
  excludedAt: Instant | null
}

export type StateFacts = FormFacts & {
  /** The candidate's progress with their newest seat (`seatStateOf`); null without one, and once it is lost. */
  seat: SeatState | null
}

/** The state of the form alone; `applications.form_state` computes the same in SQL. */
export function formStateOf(facts: FormFacts): FormState {
  if (facts.excludedAt !== null) return 'excluded'
  if (facts.submittedAt === null) return 'draft'
  if (facts.confirmedAt !== null) return 'confirmed'
  if (facts.revertedAt !== null) return 'reverted'
  if (facts.mode === 2) return 'at-centre'
  if (facts.pickedUpAt !== null) return 'picked-up'
  return facts.lastRevertedAt === null ? 'submitted' : 'resubmitted'
}

/**
 * The state of an application. A reopened form determines the state even if its candidate has a seat: it must be
 * confirmed before the seat can proceed.
 */
export function stateOf({ seat, ...form }: StateFacts): ApplicationState {
  const state = formStateOf(form)
  return state === 'confirmed' ? (seat ?? state) : state
}

/**
 * The parties that cause events. `officer`: of e-scrutiny, for scrutiny and grievances. `order`: two persons of the
 * cell, by a special order. `portal`: a job, or the publication of a round.
 */
export const applicationActors = ['candidate', 'officer', 'centre', 'order', 'institute', 'portal'] as const
type ApplicationActor = (typeof applicationActors)[number]

type Transition = {
  from: readonly ApplicationState[]
  /** The possible new states; the facts decide between them. */
  to: readonly ApplicationState[]
  by: readonly ApplicationActor[]
}

const waiting = ['submitted', 'resubmitted'] as const
const atScrutiny = [...waiting, 'at-centre'] as const
const everSubmitted = applicationStates.filter((state) => state !== 'draft' && state !== 'excluded')

/** The events that change the form's own facts. `store.move` writes them. */
const formTransitions = {
  'choose-mode': {
    from: ['draft', 'reverted', 'at-centre'],
    to: ['draft', 'reverted', 'at-centre'],
    by: ['candidate', 'centre'],
  },
  submit: { from: ['draft', 'reverted'], to: atScrutiny, by: ['candidate'] },
  unlock: { from: waiting, to: ['draft'], by: ['candidate'] },
  'change-mode': { from: atScrutiny, to: atScrutiny, by: ['candidate'] },
  // Also takes a form over from an officer whose account was closed.
  'pick-up': { from: [...waiting, 'picked-up'], to: ['picked-up'], by: ['officer'] },
  release: { from: ['picked-up'], to: waiting, by: ['officer'] },
  'send-back': { from: ['picked-up'], to: ['reverted'], by: ['officer'] },
  'open-by-grievance': { from: everSubmitted, to: ['reverted'], by: ['officer'] },
  'open-by-order': { from: everSubmitted, to: ['reverted'], by: ['order'] },
  // Once a reopened form is confirmed again, its allotted seat counts again.
  confirm: { from: ['picked-up', 'at-centre'], to: ['confirmed', ...seatStates], by: ['officer', 'centre'] },
  'withdraw-confirmation': { from: ['confirmed', ...seatStates], to: ['at-centre'], by: ['centre'] },
  // The same order withdraws an admission first.
  exclude: {
    from: applicationStates.filter((state) => state !== 'excluded' && state !== 'admitted'),
    to: ['excluded'],
    by: ['order'],
  },
  // A form that was confirmed is checked again.
  readmit: { from: ['excluded'], to: ['draft', 'reverted', ...atScrutiny], by: ['order'] },
} as const satisfies Record<string, Transition>
type FormEvent = keyof typeof formTransitions

/** The events after a round is published. Their facts are rows of allotment, acceptance, reporting and cancellation. */
const seatTransitions = {
  allot: { from: ['confirmed', 'allotted', 'accepted'], to: ['allotted'], by: ['portal'] },
  accept: { from: ['allotted'], to: ['accepted'], by: ['candidate'] },
  freeze: { from: ['allotted', 'accepted'], to: ['frozen'], by: ['candidate', 'portal'] },
  report: { from: ['accepted', 'frozen'], to: ['reported'], by: ['institute'] },
  admit: { from: ['reported'], to: ['admitted'], by: ['institute'] },
  reset: { from: ['accepted', 'frozen', 'reported'], to: ['allotted'], by: ['institute'] },
  // Not accepted or not reported in time.
  lapse: { from: ['allotted', 'accepted', 'frozen'], to: ['confirmed'], by: ['portal'] },
  'withdraw-acceptance': { from: ['accepted', 'frozen'], to: ['allotted'], by: ['order'] },
  'cancel-allotment': { from: ['allotted', 'accepted', 'frozen', 'reported'], to: ['confirmed'], by: ['order'] },
  'withdraw-admission': { from: ['admitted'], to: ['confirmed'], by: ['order'] },
  // The seat comes back with what was recorded about it, without the admission.
  'restore-allotment': { from: ['confirmed'], to: ['allotted', 'accepted', 'frozen'], by: ['order'] },
  // The claim that won the seat failed: the candidate is Open from the next round.
  'convert-to-open': {
    from: ['allotted', 'accepted', 'frozen', 'reported', 'admitted'],
    to: ['confirmed'],
    by: ['officer', 'portal'],
  },
  cancel: { from: ['accepted', 'frozen', 'reported', 'admitted'], to: ['cancelled'], by: ['candidate'] },
} as const satisfies Record<string, Transition>
type SeatEvent = keyof typeof seatTransitions

/** Every transition of an application, by its event. Nothing else moves one. Source: rules §5, §8.11, §8.12, §8.15, §8.16, §8.23, §9.3. */
export const transitions: Readonly<Record<FormEvent | SeatEvent, Transition>> = {
  ...formTransitions,
  ...seatTransitions,
}
type ApplicationEvent = keyof typeof transitions

/** May this party cause this event for an application in this state? */
export const mayHappen = (event: ApplicationEvent, state: ApplicationState, by: ApplicationActor): boolean =>
  transitions[event].from.includes(state) && transitions[event].by.includes(by)

/** An event of the form, the party that causes it, and its data. `steps`: bit n is set for each step that is opened. */
export type FormMove = { by: ApplicationActor } & (
  | { event: 'choose-mode' | 'change-mode'; mode: ScrutinyMode }
  | { event: 'send-back' | 'open-by-grievance' | 'open-by-order'; steps: number }
  | { event: 'submit' | 'unlock' | 'pick-up' | 'release' | 'confirm' | 'withdraw-confirmation' }
  | { event: 'exclude' | 'readmit' }
)

/** The facts that a move changes. */
type FormChange = Partial<FormFacts & { stepsToCorrect: number }>

function changeOf(move: FormMove, at: Instant): FormChange {
  switch (move.event) {
    case 'choose-mode':
    case 'change-mode':
      return { mode: move.mode }
    case 'submit':
      return { submittedAt: at, revertedAt: null, stepsToCorrect: 0 }
    case 'unlock':
      return { submittedAt: null }
    case 'pick-up':
      return { pickedUpAt: at }
    case 'release':
      return { pickedUpAt: null }
    case 'send-back':
    case 'open-by-grievance':
    case 'open-by-order':
      return { revertedAt: at, lastRevertedAt: at, stepsToCorrect: move.steps, pickedUpAt: null, confirmedAt: null }
    case 'confirm':
      return { confirmedAt: at }
    case 'withdraw-confirmation':
      return { confirmedAt: null }
    case 'exclude':
      return { excludedAt: at, pickedUpAt: null, confirmedAt: null }
    case 'readmit':
      return { excludedAt: null }
  }
}

/**
 * The facts that `move` changes in a form at `at`. Throws for a move outside the table, which is a bug, because
 * services check before they move.
 */
export function moved(facts: FormFacts, move: FormMove, at: Instant): FormChange {
  const before = formStateOf(facts)
  const change = changeOf(move, at)
  const after = formStateOf({ ...facts, ...change })
  if (!mayHappen(move.event, before, move.by) || !transitions[move.event].to.includes(after))
    throw new Error(`application: ${move.event} by ${move.by}, ${before} → ${after}`)
  return change
}

/** The queues of e-scrutiny: forms that wait for an officer, or have left one. */
export const scrutinyQueues = ['new', 'picked-up', 'reverted', 'resubmitted', 'confirmed'] as const
export type ScrutinyQueue = (typeof scrutinyQueues)[number]

/** The state of the forms in a queue of e-scrutiny. */
export const stateOfQueue = (queue: ScrutinyQueue): FormState => (queue === 'new' ? 'submitted' : queue)

/** The queue of e-scrutiny for a form in this state; null if none. */
export const queueOfState = (state: FormState): ScrutinyQueue | null =>
  scrutinyQueues.find((queue) => stateOfQueue(queue) === state) ?? null
