declare const instant: unique symbol
/** A moment in UTC, as epoch milliseconds. Nothing below the adapters reads the clock. */
export type Instant = number & { readonly [instant]: true }

/** A civil date in India, `YYYY-MM-DD`. */
export type CivilDate = `${number}-${number}-${number}`

export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** India's offset from UTC in milliseconds; the zone (Asia/Kolkata) has no daylight saving. */
export const istOffset = minutes(330)

/** `ist('2024-08-14 17:00')` → the instant of that wall-clock time in Asia/Kolkata. */
export function ist(wallClock: string): Instant {
  const utc = Date.parse(`${wallClock.replace(' ', 'T')}${wallClock.length <= 10 ? 'T00:00' : ''}Z`)
  // 30 February would roll over into March, so the date must survive the round trip.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== wallClock.slice(0, 10)) {
    throw new RangeError(`not a wall-clock time: ${wallClock}`)
  }
  return (utc - istOffset) as Instant
}

/** The calendar date in India at an instant. */
export const civilDate = (at: Instant): CivilDate => new Date(at + istOffset).toISOString().slice(0, 10) as CivilDate

/** The portal's time at an instant of the machine's clock; the two differ only in a demo, whose time moves. */
export const inPortalTime = (at: number, clock: { real(): Instant; portal(): Instant }): number =>
  at - clock.real() + clock.portal()

export const plus = (at: Instant, milliseconds: number): Instant => (at + milliseconds) as Instant

/** The last of several instants; null where there is none. */
export function latest(...instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null)
  return known.length ? Math.max(...known) : null
}

/** The first of several instants; null where there is none. */
export function earliest(...instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null)
  return known.length ? Math.min(...known) : null
}
