import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import { type CandidateFacts, detailsOf, permissionsFromDetails, reachedStep } from './details'
import { isStepComplete, printStep, type StepNumber } from './journey'
import { lockOf } from './lock'
import { type Activity, isOpen } from './schedule'

/**
 * The times that an application depends on; undefined where the schedule does not hold one: it is closed then.
 * `grievances`: from the first grievance to the final merit list.
 */
export type EditingWindows = Readonly<
  Record<'registration' | 'scrutiny' | 'grievances', Pick<Activity, 'opensAt' | 'closesAt'> | undefined>
>

/**
 * The windows of a schedule at `now`. What a grievance opens can be corrected until the final merit list is due. Once
 * late registration has opened, it is the time in which forms are filled, corrected and checked, whatever opened them:
 * such forms count for seats outside the rounds.
 */
export function windowsIn(activity: (key: string) => Activity | undefined, now: Instant): EditingWindows {
  const grievances = activity('grievances')
  const late = activity('late-registration')
  const isLate = late !== undefined && now >= late.opensAt
  return {
    registration: isLate ? late : activity('registration'),
    scrutiny: isLate ? late : activity('scrutiny'),
    grievances:
      isLate || !grievances
        ? undefined
        : { opensAt: grievances.opensAt, closesAt: activity('final-merit')?.opensAt ?? grievances.closesAt },
  }
}

type WindowFacts = Pick<CandidateFacts, 'submittedAt' | 'lastRevertedAt'>

/**
 * A form that was submitted before is corrected and checked until scrutiny ends, one that came back since grievances
 * began until the final merit list is due, submitted again or not; every other one is filled until registration ends.
 * Source: decisions §5.
 */
export function windowOf(
  { submittedAt, lastRevertedAt }: WindowFacts,
  { grievances }: EditingWindows,
): keyof EditingWindows {
  if (submittedAt === null) return 'registration'
  return grievances && lastRevertedAt !== null && lastRevertedAt >= grievances.opensAt ? 'grievances' : 'scrutiny'
}

/** When the window that counts for this application closes; null where the schedule does not say. */
export const closingOf = (facts: WindowFacts, windows: EditingWindows): number | null =>
  windows[windowOf(facts, windows)]?.closesAt ?? null

/** Whether the window that counts for this application is open at `at`: the moment at which the request arrived. */
export function isInTime(facts: WindowFacts, windows: EditingWindows, at: Instant): Result<undefined> {
  const key = windowOf(facts, windows)
  const activity = windows[key]
  if (activity && isOpen(activity, at)) return ok()
  const closedAt = activity?.closesAt ?? null
  return refuse(
    key === 'grievances' ? 'correction-closed' : `${key}-closed`,
    422,
    closedAt !== null && at >= closedAt ? { params: { since: closedAt } } : {},
  )
}

/**
 * May the candidate change this step now? Decided here once, for pages and API, answers, files and payments alike. The
 * lock speaks first, then the final merit list, the schedule, what scrutiny sent back, and the order of the steps.
 * `params.since`: epoch milliseconds, where it is known since when. Source: specification §4, decisions §3, §5.
 */
export function mayEdit(
  step: StepNumber,
  facts: CandidateFacts,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const details = detailsOf(facts)
  const lock = lockOf({ mode: details.mode, lockForm: details.lock_form, isArcConfirmed: details.isarcconfirmed })
  if (lock) {
    const since = lock === 'locked' ? facts.submittedAt : facts.confirmedAt
    return refuse(lock, 423, since === null ? {} : { params: { since } })
  }
  if (!permissionsFromDetails(details, 0).form) return refuse('form-closed', 403)
  const inTime = isInTime(facts, windows, at)
  if (!inTime.ok) return inTime
  const isReopened = isStepComplete(facts.reopenedSteps, step)
  if (facts.revertedAt !== null && step !== printStep && !isReopened && !isStepComplete(facts.stepsToCorrect, step)) {
    return refuse('step-not-flagged', 423, { params: { since: facts.revertedAt } })
  }
  if (step > reachedStep(facts)) return refuse('step-not-reached', 422)
  return ok()
}
