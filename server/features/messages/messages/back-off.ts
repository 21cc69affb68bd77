import { hours, type Instant, minutes, plus, seconds } from '#server/kernel/time.ts'

/** The number of tries before a message is given up. */
export const mostAttempts = 8

const waits = [seconds(5), seconds(30), minutes(2), minutes(10), minutes(30), hours(2)]

/**
 * When to try again after the given attempt (1 is the first) failed at `now`. `chance` in [0, 1) adds up to a tenth, so
 * that messages that failed together do not all retry together.
 */
export function nextAttempt(attempt: number, now: Instant, chance: number): Instant {
  const wait = waits[Math.min(attempt, waits.length) - 1]!
  return plus(now, Math.round(wait * (1 + 0.1 * chance)))
}
