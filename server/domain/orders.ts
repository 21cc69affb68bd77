import { hours, type Instant, ist, istOffset } from '../kernel/time'
import type { EditingWindows } from './editing'
import type { StepNumber } from './journey'
import { type Activity, isOpen } from './schedule'

/** What a special order does: for one candidate the first three, for everybody the last. */
export const orderKinds = ['admit-late', 'extend', 'correct', 'outage'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Steps that an order may open for correction: what was answered and uploaded. Money follows from it by itself. */
export const correctableSteps = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly StepNumber[]

/** The steps of a mask, in their order. */
export const stepsIn = (mask: number): StepNumber[] => correctableSteps.filter((step) => mask & (1 << step))

/**
 * A date and a time of day in India, as typed: `2024-08-14` and `17:00`. Null for a date that no calendar has. Source:
 * decisions §12.
 */
export function momentOf(date: string, time: string): Instant | null {
  const utc = Date.parse(`${date}T${time}:00Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== date) return null
  return ist(`${date} ${time}`)
}

/** An instant as two fields show it, in India's time. */
export function fieldsOf(at: number): { date: string; time: string } {
  const text = new Date(at + istOffset).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/** The windows of a candidate to whom an order gives time until `until`; a window that closes later keeps its closing. */
export function withMoreTime(windows: EditingWindows, until: number | null): EditingWindows {
  if (until === null) return windows
  return {
    registration: lengthened(windows.registration, until),
    scrutiny: lengthened(windows.scrutiny, until),
    grievances: lengthened(windows.grievances, until),
  }
}

/** One window of a candidate to whom an order gives time until `until`; null: it gives none. */
export const lengthened = <W extends EditingWindows['registration']>(window: W, until: number | null): W =>
  window && window.closesAt !== null && until !== null && window.closesAt < until
    ? { ...window, closesAt: until }
    : window

/** A closing that an outage moves. Epoch milliseconds. */
export type Move = { key: string; from: number; to: number }

/** Everything that was open at any time of the outage closes as much later as the outage was long. */
export function movesOf(activities: readonly Activity[], since: number, length: number): Move[] {
  const end = since + hours(length)
  return activities.flatMap((activity) => {
    const { key, opensAt, closesAt } = activity
    if (closesAt === null) return []
    const wasOpen = isOpen(activity, since) || (opensAt >= since && opensAt < end)
    return wasOpen ? [{ key, from: closesAt, to: closesAt + hours(length) }] : []
  })
}

/** What would now begin before something that ends before it in the schedule has ended: the cell has to look at it. */
export const overtaken = (activities: readonly Activity[], moves: readonly Move[]): Activity[] =>
  activities.filter(({ opensAt }) => moves.some(({ from, to }) => opensAt >= from && opensAt < to))
