/** Of so many of an officer's last second readings, those that disagreed raise the share. */
export const lastReadings = 10

/**
 * The share of forms, in percent, that is read a second time: the season's, once more for each of the officer's recent
 * misses, and twice that for a form that was confirmed without every document being opened. Source: rules §5.9.
 */
export const shareOf = (season: number, { misses, isUnopened }: { misses: number; isUnopened: boolean }): number =>
  Math.min(100, season * (1 + misses) * (isUnopened ? 2 : 1))

const drawSpace = 10_000
/**
 * The lot of a form, from 0 to 9,999, out of the HMAC-SHA-256 of its Application ID and version under the portal's secret seed:
 * the same for everybody who knows the seed, and nothing to guess for whoever does not. `hash`: in hex. Source: rules §5.9.
 */
export const lotOf = (hash: string): number => Number(BigInt(`0x${hash.slice(0, 16)}`) % BigInt(drawSpace))

/** Is a form with this lot among a share of so many percent? */
export const isDrawn = (lot: number, share: number): boolean => lot < share * (drawSpace / 100)
