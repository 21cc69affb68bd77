import { days, istOffset } from '#server/kernel/time.ts'

/** The stages of admission from first to last; each stage includes the later ones. */
export const funnelStages = ['registered', 'begun', 'paid', 'submitted', 'confirmed'] as const
export type FunnelStage = (typeof funnelStages)[number]

/** The states of a submitted form that is not confirmed. */
export const backlogStages = ['new', 'picked-up', 'reverted'] as const
export type BacklogStage = (typeof backlogStages)[number]

/** Groups of waiting time in whole days since submission; each limit is exclusive, and the last group has none. */
export const backlogAges = [
  { key: 'today', before: 1 },
  { key: 'one-day', before: 2 },
  { key: 'two-days', before: 3 },
  { key: 'week', before: 7 },
  { key: 'longer', before: Number.POSITIVE_INFINITY },
] as const
export type BacklogAge = (typeof backlogAges)[number]['key']

/** `wholeDays`: completed days. A submission "later than now" counts as today's. */
export const backlogAgeOf = (wholeDays: number): BacklogAge => backlogAges.find(({ before }) => wholeDays < before)!.key

/** The instant at which a numbered day begins in India. */
export const startOfDayNumber = (day: number): number => day * days(1) - istOffset

/**
 * One entry for every day from the first to the last known one, including days without events: a gap in a chart is a
 * fact. `most`: only this many of the newest.
 */
export function everyDay<T extends { day: number }>(known: readonly T[], empty: (day: number) => T, most: number): T[] {
  const last = known[known.length - 1]
  const [first] = known
  if (!first || !last) return []
  const byDay = new Map(known.map((entry) => [entry.day, entry]))
  const from = Math.max(first.day, last.day - most + 1)
  return Array.from({ length: last.day - from + 1 }, (_, n) => byDay.get(from + n) ?? empty(from + n))
}

/** The most days that fit in a chart. */
export const mostDays = 90

/** The tables behind the charts, each available as a download. */
export const overviewTables = ['registrations', 'funnel', 'backlog', 'payments'] as const
export type OverviewTable = (typeof overviewTables)[number]
