import { maxPapers } from '#server/domain/application/file-at-sight.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { type Activity, isOpen, outsideWindow } from '#server/domain/terms/schedule.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days, type Instant } from '#server/kernel/time.ts'

/** The subjects of a grievance that candidates file between the provisional and the final merit list. */
export const filedTypes = ['merit', 'wrong-answer', 'claim', 'document', 'other'] as const
export type FiledType = (typeof filedTypes)[number]
/**
 * All subjects. `process`: a complaint about how the admission is run (rules §5.10); `self-verification` is raised by a mistake that
 * a candidate finds after an allotment (rules §8.13).
 */
export const grievanceTypes = [...filedTypes, 'process', 'self-verification'] as const
export type GrievanceType = (typeof grievanceTypes)[number]
/** Is it about the form or the merit list? Those have a time of their own, and are at most one at a time. */
export const isFiled = (type: GrievanceType): type is FiledType => (filedTypes as readonly string[]).includes(type)

export const grievanceStates = ['open', 'approved', 'refused'] as const
export type GrievanceState = (typeof grievanceStates)[number]

/** The entries of a thread: the filing, later messages, a decision, and the one reopening. */
export const grievanceEntries = ['filed', 'message', 'approved', 'refused', 'reopened'] as const
export type GrievanceEntry = (typeof grievanceEntries)[number]

/** Source: rules §5.7. */
export const grievanceRules = { maxCharacters: 1000, maxFiles: maxPapers, messagesPerHour: 20 } as const

/** The steps that a grievance may name: those with answers, pictures and documents. Fees go to their own desk. */
export const grievanceSteps = steps.slice(0, 7) as readonly GrievanceStep[]
export type GrievanceStep = Exclude<(typeof steps)[number], 'payment' | 'print-pdf'>

export const stepNumbersOf = (slugs: readonly GrievanceStep[]): StepNumber[] =>
  slugs.map((slug) => steps.indexOf(slug) as StepNumber)

/** `grievanceNumber('ML24', 12)` → `ML24-G00012`, which both sides quote. */
export const grievanceNumber = (prefix: string, id: number): string => `${prefix}-G${String(id).padStart(5, '0')}`

/** A complaint is decided within `within`, ms; the cell is told `warning` before. Source: rules §5.10. */
export const complaintRules = { within: days(15), warning: days(3) } as const

/** By when a complaint has to be decided: within fifteen days, and before the last admission. */
export const complaintDue = (filedAt: number, lastAdmission: number | null): Instant =>
  Math.min(filedAt + complaintRules.within, lastAdmission ?? Number.POSITIVE_INFINITY) as Instant

/** May somebody complain about the process? `lastAdmission`: null while the schedule gives no date. */
export function mayComplain(
  { hasOpenOne, lastAdmission }: { hasOpenOne: boolean; lastAdmission: number | null },
  at: Instant,
): Result<undefined> {
  if (lastAdmission !== null && at >= lastAdmission) return refuse('complaints-over')
  return hasOpenOne ? refuse('complaint-open-already', 409) : ok()
}

export type FilingFacts = {
  /** The permission `grivancy`: confirmed, and not in the final list yet. */
  isPermitted: boolean
  hasOpenOne: boolean
  window: Pick<Activity, 'opensAt' | 'closesAt'> | undefined
}

/** Is this the time for grievances? `params.since`: epoch milliseconds, once it is over. */
function isInTime({ window }: Pick<FilingFacts, 'window'>, at: Instant): Result<undefined> {
  if (window && isOpen(window, at)) return ok()
  const closedAt = window?.closesAt ?? null
  return closedAt !== null && at >= closedAt
    ? refuse('grievances-over')
    : outsideWindow('grievances-not-yet', window, at)
}

/** May the candidate submit a grievance? `at`: when the request arrived. Source: rules §5.7, §6.1. */
export function mayFile(facts: FilingFacts, at: Instant): Result<undefined> {
  if (!facts.isPermitted) return refuse('grievances-closed', 403)
  if (facts.hasOpenOne) return refuse('grievance-open-already', 409)
  return isInTime(facts, at)
}

/** A refused grievance may be reopened once, while there is time and no other is open. Source: rules §5.7. */
export function mayReopen(
  grievance: { type: GrievanceType; state: GrievanceState; isReopened: boolean },
  facts: FilingFacts,
  at: Instant,
): Result<undefined> {
  // One about a seat, which has gone its way since; a complaint is made anew.
  if (!isFiled(grievance.type)) return refuse('grievance-decided', 409)
  if (grievance.state !== 'refused') return refuse('grievance-not-refused', 409)
  if (grievance.isReopened) return refuse('grievance-reopened-already', 409)
  return mayFile(facts, at)
}

/** May an officer decide it, or either side add a message? A decided grievance stays as it is. */
export const mayContinue = ({ state }: { state: GrievanceState }): Result<undefined> =>
  state === 'open' ? ok() : refuse('grievance-decided', 409)

/**
 * Approval withdraws a confirmation, so there must be one, and no final merit list yet. Upholding a complaint, or a mistake
 * found after an allotment, withdraws none.
 */
export const mayApprove = (
  grievance: { type: GrievanceType; state: GrievanceState },
  isPermitted: boolean,
): Result<undefined> =>
  isPermitted || !isFiled(grievance.type) ? mayContinue(grievance) : refuse('grievance-unconfirmed', 409)
