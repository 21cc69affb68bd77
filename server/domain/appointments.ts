import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import type { CandidateFacts } from './details'
import { type EditingWindows, isInTime } from './editing'

/** A slot of a centre: how many candidates it takes, and how many have it. */
export type Slot = { id: number; centre: string; startsAt: Instant; endsAt: Instant; capacity: number; booked: number }

/** What the centre knows of an appointment: the candidate came, or did not. */
export type Attendance = { arrivedAt: Instant | null; missedAt: Instant | null }

/**
 * May a candidate have an appointment, or change the one there is? Mode 2, submitted and not confirmed, while the form
 * can be checked; and nobody leaves a centre's desk by changing the hour, though a form that was submitted again since
 * is seen anew. `at`: when the request arrived. Source: decisions §5.
 */
export function mayArrange(
  facts: CandidateFacts,
  current: Attendance | null,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  if (facts.mode !== 2) return refuse('appointment-other-mode', 409)
  if (facts.confirmedAt !== null) return refuse('confirmed-by-centre', 423)
  if (facts.submittedAt === null || facts.revertedAt !== null) return refuse('appointment-not-submitted', 409)
  if (current && current.arrivedAt !== null && current.arrivedAt >= facts.submittedAt)
    return refuse('appointment-arrived', 409)
  return isInTime(facts, windows, at)
}

/** May this slot be had? It must be to come, while the form can be checked, and have room. `closesAt`: until when it can. */
export function mayTakeSlot(slot: Slot, at: Instant, closesAt: number | null): Result<undefined> {
  if (slot.startsAt <= at) return refuse('slot-past', 422)
  if (closesAt !== null && slot.startsAt >= closesAt) return refuse('slot-too-late', 422)
  return slot.booked < slot.capacity ? ok() : refuse('slot-full', 409)
}

/**
 * May the centre confirm the form as it stands? Submitted and whole, with the candidate at the desk, while it can be
 * checked. Source: decisions §5 "Mode 2".
 */
export function mayConfirm(
  facts: CandidateFacts,
  { arrivedAt }: Attendance,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const open = mayServe(facts, { arrivedAt }, windows, at)
  if (!open.ok) return open
  if (facts.confirmedAt !== null) return refuse('centre-confirmed-already', 409)
  return facts.reopenedSteps === 0 ? ok() : refuse('centre-form-not-whole', 409)
}

/**
 * May the centre take back its confirmation, so that the form can be changed and confirmed again? Not once the form
 * stands in the final merit list, which closes it.
 */
export function mayWithdraw(
  facts: CandidateFacts,
  { arrivedAt }: Pick<Attendance, 'arrivedAt'>,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const open = mayServe(facts, { arrivedAt }, windows, at)
  if (!open.ok) return open
  if (facts.confirmedAt === null) return refuse('centre-not-confirmed', 409)
  return facts.isInFinalMerit ? refuse('form-closed', 403) : ok()
}

/** May the centre do anything about this form? Mode 2, submitted, the candidate has come, the time for it is not over. */
export function mayServe(
  facts: CandidateFacts,
  { arrivedAt }: Pick<Attendance, 'arrivedAt'>,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  if (facts.mode !== 2) return refuse('appointment-other-mode', 409)
  if (facts.submittedAt === null || facts.revertedAt !== null) return refuse('centre-not-submitted', 409)
  if (arrivedAt === null) return refuse('centre-not-arrived', 409)
  return isInTime(facts, windows, at)
}

/** A plan of slots: the same hours on each of some days. Minutes of the day, in India's time. */
export type SlotPlan = { from: number; until: number; minutes: number }

/** How long a slot may last, in minutes. */
export const slotLengths = [15, 20, 30, 45, 60] as const

/** How many days one plan may span. */
export const maxPlanDays = 31

/** The starts of a day's slots, in minutes from midnight: as many whole slots as fit. */
export const startsOf = ({ from, until, minutes }: SlotPlan): number[] =>
  Array.from({ length: Math.max(0, Math.floor((until - from) / minutes)) }, (_, n) => from + n * minutes)
