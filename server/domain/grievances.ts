import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import { type StepNumber, steps } from './journey'
import { type Activity, isOpen } from './schedule'

/** What a candidate may complain about between the provisional and the final merit list. */
export const grievanceTypes = ['merit', 'wrong-answer', 'claim', 'document', 'other'] as const
export type GrievanceType = (typeof grievanceTypes)[number]

export const grievanceStates = ['open', 'approved', 'refused'] as const
export type GrievanceState = (typeof grievanceStates)[number]

/** What an entry of a thread is: the first one, what is said after it, a decision, the one reopening. */
export const grievanceEntries = ['filed', 'message', 'approved', 'refused', 'reopened'] as const
export type GrievanceEntry = (typeof grievanceEntries)[number]

/** Source: decisions §5. */
export const grievanceRules = { maxCharacters: 1000, maxFiles: 2, messagesPerHour: 20 } as const

/** The steps that a grievance may name: those with answers, pictures and documents; the fee has its own desk. */
export const grievanceSteps = steps.slice(0, 7) as readonly GrievanceStep[]
export type GrievanceStep = Exclude<(typeof steps)[number], 'payment' | 'print-pdf'>

export const stepNumbersOf = (slugs: readonly GrievanceStep[]): StepNumber[] =>
  slugs.map((slug) => steps.indexOf(slug) as StepNumber)

/** `grievanceNumber('ML24', 12)` → `ML24-G00012`, by which both sides speak of it. */
export const grievanceNumber = (prefix: string, id: number): string => `${prefix}-G${String(id).padStart(5, '0')}`

export type FilingFacts = {
  /** The permission `grivancy`: confirmed, and not in the final list yet. */
  isPermitted: boolean
  hasOpenOne: boolean
  window: Pick<Activity, 'opensAt' | 'closesAt'> | undefined
}

/** Whether the time for grievances is now. `params.since`: epoch milliseconds, once it is over. */
function isInTime({ window }: Pick<FilingFacts, 'window'>, at: Instant): Result<undefined> {
  if (window && isOpen(window, at)) return ok()
  const closedAt = window?.closesAt ?? null
  return closedAt !== null && at >= closedAt ? refuse('grievances-over') : refuse('grievances-not-yet')
}

/** May the candidate submit a grievance? `at`: when the request arrived. Source: decisions §5, §6. */
export function mayFile(facts: FilingFacts, at: Instant): Result<undefined> {
  if (!facts.isPermitted) return refuse('grievances-closed', 403)
  if (facts.hasOpenOne) return refuse('grievance-open-already', 409)
  return isInTime(facts, at)
}

/** A refused grievance is reopened once, while there is time and no other one is open. Source: decisions §5. */
export function mayReopen(
  grievance: { state: GrievanceState; isReopened: boolean },
  facts: FilingFacts,
  at: Instant,
): Result<undefined> {
  if (grievance.state !== 'refused') return refuse('grievance-not-refused', 409)
  if (grievance.isReopened) return refuse('grievance-reopened-already', 409)
  return mayFile(facts, at)
}

/** May an officer decide it, or either side say more? What is decided stays as it is. */
export const mayContinue = ({ state }: { state: GrievanceState }): Result<undefined> =>
  state === 'open' ? ok() : refuse('grievance-decided', 409)

/** Approval withdraws a confirmation, so that there must be one, and no final merit list yet. */
export const mayApprove = (grievance: { state: GrievanceState }, isPermitted: boolean): Result<undefined> =>
  isPermitted ? mayContinue(grievance) : refuse('grievance-unconfirmed', 409)
