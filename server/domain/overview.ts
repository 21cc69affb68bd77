import { days, istOffset } from '../kernel/time'

/** How far an admission has come, from the first step to the last; each stage holds those of the next. */
export const funnelStages = ['registered', 'begun', 'paid', 'submitted', 'confirmed'] as const
export type FunnelStage = (typeof funnelStages)[number]

/** Where a submitted form that is not confirmed stands. */
export const backlogStages = ['new', 'picked-up', 'reverted'] as const
export type BacklogStage = (typeof backlogStages)[number]

/** How long forms wait, in whole days since they were submitted: up to, not including. The last has no end. */
export const backlogAges = [
  { key: 'today', before: 1 },
  { key: 'one-day', before: 2 },
  { key: 'two-days', before: 3 },
  { key: 'week', before: 7 },
  { key: 'longer', before: Number.POSITIVE_INFINITY },
] as const
export type BacklogAge = (typeof backlogAges)[number]['key']

/** `wholeDays`: days that have passed. What was submitted "later than now" counts as today's. */
export const backlogAgeOf = (wholeDays: number): BacklogAge => backlogAges.find(({ before }) => wholeDays < before)!.key

/** The number of an instant's day in India, and the instant at which a numbered day begins. */
export const dayNumber = (at: number): number => Math.floor((at + istOffset) / days(1))
export const startOfDayNumber = (day: number): number => day * days(1) - istOffset

/**
 * One entry for every day from the first to the last that is known, those on which nothing happened included: a gap in a
 * chart is a fact. `most`: only so many of the newest.
 */
export function everyDay<T extends { day: number }>(known: readonly T[], empty: (day: number) => T, most: number): T[] {
  const last = known[known.length - 1]
  const [first] = known
  if (!first || !last) return []
  const byDay = new Map(known.map((entry) => [entry.day, entry]))
  const from = Math.max(first.day, last.day - most + 1)
  return Array.from({ length: last.day - from + 1 }, (_, n) => byDay.get(from + n) ?? empty(from + n))
}

/** Days that a chart has room for. */
export const mostDays = 90

/** The tables behind the charts, each of which can be taken away. */
export const overviewTables = ['registrations', 'funnel', 'backlog', 'payments'] as const
export type OverviewTable = (typeof overviewTables)[number]
