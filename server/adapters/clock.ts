import type { Instant } from '../kernel/time'

/**
 * Two clocks. `real` runs sessions, tokens, OTPs, limits and back-off; `portal` runs deadlines and publication, and is
 * the one that the demo can move. Source: decisions §12.
 */
export type Clock = {
  real(): Instant
  portal(): Instant
}

export const systemClock: Clock = {
  real: () => Date.now() as Instant,
  portal: () => Date.now() as Instant,
}

/** A portal clock that runs from where it is set; the real one is left alone. */
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
