import { isStepComplete, printStep, type StepNumber } from '#server/domain/terms/journey.ts'
import { lockOf } from '#server/domain/terms/lock.ts'
import {
  isTryInTime,
  type MoneyUse,
  noPayTime,
  type PaymentTime,
  type PayTime,
} from '#server/domain/terms/payment-states.ts'
import { type Activity, isOpen, outsideWindow } from '#server/domain/terms/schedule.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import { noMoney } from '#server/kernel/money.ts'
import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, minutes, plus } from '#server/kernel/time.ts'
import { type CandidateFacts, detailsOf, permissionsFromDetails, reachedStep } from './details'

/**
 * The windows that an application depends on; undefined if the schedule has none, which counts as closed.
 * `grievances`: from the first grievance to the final merit list.
 */
export type EditingWindows = Readonly<
  Record<'registration' | 'scrutiny' | 'grievances', Pick<Activity, 'opensAt' | 'closesAt'> | undefined>
>

/** Late registration once it has opened: forms submitted from then on count only for seats outside the rounds. */
export function lateIn(activity: (key: string) => Activity | undefined, now: Instant): Activity | undefined {
  const late = activity('late-registration')
  return late && now >= late.opensAt ? late : undefined
}

/**
 * The windows of a schedule at `now`. A form that a grievance opens can be corrected until the final merit list is due.
 * Once late registration has opened, its window replaces all others: forms filled, corrected and checked in it count
 * only for seats outside the rounds.
 */
export function windowsIn(activity: (key: string) => Activity | undefined, now: Instant): EditingWindows {
  const grievances = activity('grievances')
  const late = lateIn(activity, now)
  const isLate = late !== undefined
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
 * The window that applies to a form. A form submitted before is corrected and checked until scrutiny ends; one sent
 * back since grievances began, until the final merit list is due, submitted again or not; any other is filled until
 * registration ends. Source: rules §5.2.
 */
function windowOf({ submittedAt, lastRevertedAt }: WindowFacts, { grievances }: EditingWindows): keyof EditingWindows {
  if (submittedAt === null) return 'registration'
  return grievances && lastRevertedAt !== null && lastRevertedAt >= grievances.opensAt ? 'grievances' : 'scrutiny'
}

/** When the window that applies to this application closes; null if the schedule gives no date. */
export const closingOf = (facts: WindowFacts, windows: EditingWindows): number | null =>
  windows[windowOf(facts, windows)]?.closesAt ?? null

/** Is the window that applies to this application open at `at`, the moment the request arrived? */
export function isInTime(facts: WindowFacts, windows: EditingWindows, at: Instant): Result<undefined> {
  const key = windowOf(facts, windows)
  const activity = windows[key]
  if (activity && isOpen(activity, at)) return ok()
  const code = key === 'grievances' ? 'correction-closed' : `${key}-closed`
  const closedAt = activity?.closesAt ?? null
  return closedAt !== null && at >= closedAt
    ? refuse(code, 422, { params: { since: closedAt } })
    : outsideWindow(code, activity, at)
}

/**
 * Is money for the form of use at `at`, if its try began at `begunAt`? Not once an order excludes the candidate, not
 * from a try that began too late, and not when the form can be neither submitted with it nor checked any more.
 * Source: rules §4.3.
 */
export function feeUse(
  facts: WindowFacts & Pick<CandidateFacts, 'excludedAt'>,
  windows: EditingWindows,
  { begunAt, at, time }: { begunAt: Instant; at: Instant; time: PaymentTime },
): MoneyUse {
  if (facts.excludedAt !== null) return 'form-gone'
  const closesAt = closingOf(facts, windows) as Instant | null
  if (!isTryInTime(begunAt, closesAt, minutes(time.grace))) return 'too-late'
  const until = usableUntil(facts, windows, time)
  return until === null || at < until ? 'wanted' : 'form-gone'
}

/** Until when this form can be submitted with money that comes, or be checked; null without a date. */
function usableUntil(facts: WindowFacts, windows: EditingWindows, time: PaymentTime): Instant | null {
  const closesAt = closingOf(facts, windows) as Instant | null
  if (closesAt === null) return null
  const isSubmittable = plus(closesAt, minutes(time.grace + time.submit))
  const isChecked = windowOf(facts, windows) === 'registration' ? (windows.scrutiny?.closesAt ?? 0) : 0
  return Math.max(isSubmittable, isChecked) as Instant
}

/**
 * How the deadline of this form stands at `at` to a payment that began at `begunAt`. `lateFrom`: when late registration opens,
 * in which the form can still be submitted. Source: rules §4.3.
 */
export function payTimeOf(
  facts: WindowFacts & Pick<CandidateFacts, 'excludedAt'>,
  windows: EditingWindows,
  { begunAt, at, time, lateFrom }: { begunAt: Instant; at: Instant; time: PaymentTime; lateFrom: Instant | null },
): PayTime {
  const closesAt = closingOf(facts, windows) as Instant | null
  if (closesAt === null) return noPayTime
  const grace = minutes(time.grace)
  const isGrace = at >= closesAt && isTryInTime(at, closesAt, grace)
  return {
    missed: isTryInTime(begunAt, closesAt, grace) ? null : closesAt,
    graceUntil: isGrace ? plus(closesAt, grace) : null,
    submitBy: at < closesAt ? closesAt : null,
    countsUntil: usableUntil(facts, windows, time),
    countsFrom: lateFrom !== null && at < lateFrom && facts.excludedAt === null ? lateFrom : null,
  }
}

/** An order has taken the candidate out of the admission. Source: rules §8.23. */
export const excluded = (since: Instant): Refused => refuse('application-excluded', 423, { params: { since } })

/**
 * May the candidate change this step now? The one decision for pages and API, answers, files and payments. It checks
 * an order that excludes the candidate first, then the lock, the final merit list, the schedule, the steps that scrutiny sent back, and the order of the
 * steps. `params.since`: epoch milliseconds, if known. `inTime`: what the schedule says, if not what it says of changes. Source:
 * rules §18.13, §3.1, §5.2.
 */
export function mayEdit(
  step: StepNumber,
  facts: CandidateFacts,
  windows: EditingWindows,
  at: Instant,
  inTime: Result<undefined> = isInTime(facts, windows, at),
): Result<undefined> {
  if (facts.excludedAt !== null) return excluded(facts.excludedAt)
  const details = detailsOf(facts)
  const lock = lockOf({ mode: details.mode, lockForm: details.lock_form, isArcConfirmed: details.isarcconfirmed })
  if (lock) {
    const since = lock === 'locked' ? facts.submittedAt : facts.confirmedAt
    return refuse(lock, 423, since === null ? {} : { params: { since } })
  }
  if (!permissionsFromDetails(details, noMoney).form) return refuse('form-closed', 403)
  if (!inTime.ok) return inTime
  const isReopened = isStepComplete(facts.reopenedSteps, step)
  const isFlagged = step === printStep || isReopened || isStepComplete(facts.stepsToCorrect, step)
  if (stateOf(facts) === 'reverted' && !isFlagged) {
    return refuse('step-not-flagged', 423, { params: { since: facts.revertedAt! } })
  }
  if (step > reachedStep(facts)) return refuse('step-not-reached', 422)
  return ok()
}
