/**
 * `ML24100001`: two letters for the course, two digits for the year, a series of six digits that starts at 100001.
 * `nth`: 1 for the first of the series. Source: rules §2.1.
 */
export const applicationId = (prefix: string, year: string, nth: number): string => `${prefix}${year}${100_000 + nth}`

/** `numberInSeries('ML24100001')` → 1. */
export const numberInSeries = (userId: string): number => Number(userId.slice(4)) - 100_000
