import { isOpen } from '#server/domain/terms/schedule.ts'
import type { Instant } from '#server/kernel/time.ts'

type Window = { opensAt: number; closesAt: number | null }

/**
 * When the mock allotment of a round is due: once `share` of the time for its options has passed (0.5: in the middle).
 * Null if the course has none or the schedule gives no end. Source: rules §8.5.
 */
export function mockAt(options: Window | undefined, share: number | null): Instant | null {
  if (!options?.closesAt || share === null) return null
  return Math.round(options.opensAt + (options.closesAt - options.opensAt) * share) as Instant
}

/** Is a mock allotment useful now? Only while lists can change; later it would be mistaken for the allotment. */
export function isMockTime(options: Window | undefined, share: number | null, now: Instant): boolean {
  const at = mockAt(options, share)
  return at !== null && now >= at && isOpen(options!, now)
}
