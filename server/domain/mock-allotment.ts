import type { Instant } from '../kernel/time'
import { isOpen } from './schedule'

type Window = { opensAt: number; closesAt: number | null }

/**
 * When the mock allotment of a round is due: once `share` of the time for its options has passed (0.5: in the middle). Null
 * where the course has none, or the schedule no end. Source: decisions §8, option form.
 */
export function mockAt(options: Window | undefined, share: number | null): Instant | null {
  if (!options?.closesAt || share === null) return null
  return Math.round(options.opensAt + (options.closesAt - options.opensAt) * share) as Instant
}

/** It helps whoever can still change their list; after that it would only be mistaken for the allotment. */
export function isMockTime(options: Window | undefined, share: number | null, now: Instant): boolean {
  const at = mockAt(options, share)
  return at !== null && now >= at && isOpen(options!, now)
}
