import type { EditingWindows } from '#server/domain/application/editing.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { type Activity, isOpen } from '#server/domain/terms/schedule.ts'
import { hours, type Instant, ist, istOffset } from '#server/kernel/time.ts'
import { candidatureKinds } from './exclusion'
import { seatOrderKinds } from './seat-orders'

/** The kinds of special orders: an outage is for everybody, every other one for one candidate. */
export const orderKinds = ['admit-late', 'extend', 'correct', 'outage', ...seatOrderKinds, ...candidatureKinds] as const
export type OrderKind = (typeof orderKinds)[number]

/** Steps that an order may open for correction: answers and uploads. Fees follow from them. */
export const correctableSteps = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly StepNumber[]

/** The steps of a mask, in their order. */
export const stepsIn = (mask: number): StepNumber[] => correctableSteps.filter((step) => mask & (1 << step))

/**
 * A date and a time of day in India, as typed: `2024-08-14` and `17:00`. Null for a date that is not in the calendar.
 * Source: rules §12.2.
 */
export function momentOf(date: string, time: string): Instant | null {
  const utc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== date) return null
  return ist(`${date} ${time}`)
}

/** An instant as the values of two fields, in India's time. */
export function fieldsOf(at: number): { date: string; time: string } {
  const text = new Date(at + istOffset).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/** The windows of a candidate to whom an order gives time until `until`; a window that closes later is unchanged. */
export function withMoreTime(windows: EditingWindows, until: number | null): EditingWindows {
  if (until === null) return windows
  return {
    registration: lengthened(windows.registration, until),
    scrutiny: lengthened(windows.scrutiny, until),
    grievances: lengthened(windows.grievances, until),
  }
}

/** One window of a candidate to whom an order gives time until `until`; null if it gives none. */
export const lengthened = <W extends EditingWindows['registration']>(window: W, until: number | null): W =>
  window && window.closesAt !== null && until !== null && window.closesAt < until
    ? { ...window, closesAt: until }
    : window

/** A closing moved by an outage. Epoch milliseconds. */
export type Move = { key: string; from: number; to: number }

/** Extends everything that was open during the outage by the outage's length. */
export function movesOf(activities: readonly Activity[], since: number, length: number): Move[] {
  const end = since + hours(length)
  return activities.flatMap((activity) => {
    const { key, opensAt, closesAt } = activity
    if (closesAt === null) return []
    const wasOpen = isOpen(activity, since) || (opensAt >= since && opensAt < end)
    return wasOpen ? [{ key, from: closesAt, to: closesAt + hours(length) }] : []
  })
}

/** Activities that would now begin before a preceding one has ended; the cell must look at them. */
export const overtaken = (activities: readonly Activity[], moves: readonly Move[]): Activity[] =>
  activities.filter(({ opensAt }) => moves.some(({ from, to }) => opensAt >= from && opensAt < to))
