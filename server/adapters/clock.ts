import type { Instant } from '#server/kernel/time.ts'

/**
 * Two clocks. `real` drives sessions, tokens, OTPs, limits and back-off; `portal` drives deadlines and publication, and
 * the demo can move it. Source: rules §12.5.
 */
export type Clock = {
  real(): Instant
  portal(): Instant
}

export const systemClock: Clock = {
  real: () => Date.now() as Instant,
  portal: () => Date.now() as Instant,
}

/** A portal clock that runs from the time it is set to; the real clock is unaffected. */
export type MovableClock = Clock & { set(at: Instant): void }

export function movableClock(start: { portal: Instant; setAt: Instant }): MovableClock {
  let ahead = start.portal - start.setAt
  return {
    real: systemClock.real,
    portal: () => (Date.now() + ahead) as Instant,
    set: (at) => {
      ahead = at - Date.now()
    },
  }
}
