import type { CandidateFacts } from '#server/domain/application/details.ts'
import { type EditingWindows, isInTime } from '#server/domain/application/editing.ts'
import { isConfirmed, isSubmitted, stateOf } from '#server/domain/terms/states.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days, type Instant, plus } from '#server/kernel/time.ts'

/** A slot of a centre: its capacity, and how many candidates have booked it. */
export type Slot = { id: number; centre: string; startsAt: Instant; endsAt: Instant; capacity: number; booked: number }

/** The centre's record of an appointment: the candidate came, or did not. */
type Attendance = { arrivedAt: Instant | null; missedAt: Instant | null }

/** `past`: the time is over, and the centre has recorded neither a visit nor its absence. */
type AppointmentState = 'booked' | 'arrived' | 'missed' | 'past'

/** The state of an appointment at `now`, by the portal's clock. */
export function appointmentState(
  { arrivedAt, missedAt, endsAt }: Attendance & { endsAt: number },
  now: number,
): AppointmentState {
  if (arrivedAt !== null) return 'arrived'
  if (missedAt !== null) return 'missed'
  return now >= endsAt ? 'past' : 'booked'
}

/** How long after its end an appointment still serves a candidate who comes late. */
const latestArrival = days(7)

/**
 * May the centre mark that the candidate has arrived? One who comes late is served for a week; after that the candidate
 * takes another appointment, if there is one. `mayBookAgain`: asked only then. Source: rules §5.4.
 */
export function mayArrive(
  { endsAt }: { endsAt: Instant },
  now: Instant,
  mayBookAgain: () => boolean,
): Result<undefined> {
  if (now < plus(endsAt, latestArrival)) return ok()
  return refuse(mayBookAgain() ? 'centre-appointment-old' : 'centre-appointment-over', 409)
}

/** What a change of a slot means for a candidate who has booked it: another end, or fewer places beside theirs. */
export type SlotEffect = 'new-end' | 'fewer-places'

/**
 * What a change of a slot means for a candidate who has booked it and is still to come; null: nothing, as when the slot
 * only gets more places. The appointment stays in any case, because a slot never has fewer places than bookings.
 * Source: rules §5.4.
 */
export function slotEffect(
  before: Pick<Slot, 'endsAt' | 'capacity'>,
  after: Pick<Slot, 'endsAt' | 'capacity'>,
  attendance: Attendance,
  now: number,
): SlotEffect | null {
  const endsAt = Math.max(before.endsAt, after.endsAt)
  if (appointmentState({ ...attendance, endsAt }, now) !== 'booked') return null
  if (after.endsAt !== before.endsAt) return 'new-end'
  return after.capacity < before.capacity ? 'fewer-places' : null
}

/**
 * May a candidate book an appointment or change it? Mode 2, submitted and not confirmed, while forms are checked. A
 * candidate who has come cannot leave the desk by changing the hour, unless the form was submitted again since. `at`:
 * when the request arrived. Source: rules §5.4.
 */
export function mayArrange(
  facts: CandidateFacts,
  current: Attendance | null,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  if (facts.mode !== 2) return refuse('appointment-other-mode', 409)
  const state = stateOf(facts)
  if (isConfirmed(state)) return refuse('confirmed-by-centre', 423)
  if (!isSubmitted(state)) return refuse('appointment-not-submitted', 409)
  if (current && current.arrivedAt !== null && current.arrivedAt >= facts.submittedAt!)
    return refuse('appointment-arrived', 409)
  return isInTime(facts, windows, at)
}

/**
 * May this slot be booked? It must be in the future, within the time for checking forms, and have room. `closesAt`: the
 * end of that time; `isAnyLeft`: has any centre a free place in it? A refusal offers another time only then.
 */
export function mayTakeSlot(
  slot: Slot,
  at: Instant,
  closesAt: number | null,
  isAnyLeft: () => boolean,
): Result<undefined> {
  const refused = (code: string, status: 409 | 422) =>
    isAnyLeft() ? refuse(code, status) : refuse('no-slot-left', 409)
  if (slot.startsAt <= at) return refused('slot-past', 422)
  if (closesAt !== null && slot.startsAt >= closesAt) return refused('slot-too-late', 422)
  return slot.booked < slot.capacity ? ok() : refused('slot-full', 409)
}

/**
 * May the centre confirm the form in its present state? Submitted and complete, with the candidate at the desk, while
 * forms are checked. Source: rules §5.4.
 */
export function mayConfirm(
  facts: CandidateFacts,
  { arrivedAt }: Attendance,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const open = mayServe(facts, { arrivedAt }, windows, at)
  if (!open.ok) return open
  if (isConfirmed(stateOf(facts))) return refuse('centre-confirmed-already', 409)
  return facts.reopenedSteps === 0 ? ok() : refuse('centre-form-not-whole', 409)
}

/**
 * May the centre withdraw its confirmation, so that the form can be changed and confirmed again? Not once the form
 * is in the final merit list, which closes it.
 */
export function mayWithdraw(
  facts: CandidateFacts,
  { arrivedAt }: Pick<Attendance, 'arrivedAt'>,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const open = mayServe(facts, { arrivedAt }, windows, at)
  if (!open.ok) return open
  if (!isConfirmed(stateOf(facts))) return refuse('centre-not-confirmed', 409)
  return facts.isInFinalMerit ? refuse('form-closed', 403) : ok()
}

/** May the centre act on this form? Mode 2, submitted, the candidate has come, and the time is not over. */
export function mayServe(
  facts: CandidateFacts,
  { arrivedAt }: Pick<Attendance, 'arrivedAt'>,
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  if (facts.mode !== 2) return refuse('appointment-other-mode', 409)
  if (!isSubmitted(stateOf(facts))) return refuse('centre-not-submitted', 409)
  if (arrivedAt === null) return refuse('centre-not-arrived', 409)
  return isInTime(facts, windows, at)
}

/** A plan of slots: the same hours on each of several days. Minutes of the day, in India's time. */
type SlotPlan = { from: number; until: number; minutes: number }

/** The possible lengths of a slot, in minutes. */
export const slotLengths = [15, 20, 30, 45, 60] as const

/** The most days in one plan. */
export const maxPlanDays = 31

/** The starts of a day's slots, in minutes from midnight: as many whole slots as fit. */
export const startsOf = ({ from, until, minutes }: SlotPlan): number[] =>
  Array.from({ length: Math.max(0, Math.floor((until - from) / minutes)) }, (_, n) => from + n * minutes)
