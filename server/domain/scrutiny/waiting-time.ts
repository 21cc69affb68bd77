import { days } from '#server/kernel/time.ts'

/** How far back the portal looks for how long forms waited, in ms, and the most forms that it looks at. Source: rules §5.1. */
export const waitsFrom = { within: days(14), most: 4000 } as const

/** With fewer forms than this nothing is said. */
const fewest = 20
/** The share of the forms that "usually" stands for. */
const usual = 0.8

/**
 * In how many whole days, 1 or more, four of five of these forms were checked; null if they are too few to say.
 * `waits`: from submitting to the officer's decision, in ms. Source: rules §5.1.
 */
export function usualDays(waits: readonly number[]): number | null {
  if (waits.length < fewest) return null
  const sorted = [...waits].sort((a, b) => a - b)
  return Math.max(1, Math.ceil(sorted[Math.ceil(usual * sorted.length) - 1]! / days(1)))
}
