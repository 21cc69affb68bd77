/**
 * `ML24100001`: two letters for the course, two digits for the year, a series of six digits that starts at 100001.
 * `nth`: 1 for the first of the series. Source: decisions §2.
 */
export const applicationId = (prefix: string, year: string, nth: number): string => `${prefix}${year}${100_000 + nth}`
