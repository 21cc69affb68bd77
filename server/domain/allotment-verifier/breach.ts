/** The promises of a run; the verifier checks each on every result. Source: rules §8.8, §14.8. */
export const promises = [
  'format',
  'input',
  'eligibility',
  'capacity',
  'no-envy',
  'no-waste',
  'retained',
  'optimal',
  'stage',
  'conversions',
  'vacancies',
  'closing',
  'dossier',
] as const
export type Promised = (typeof promises)[number]

/**
 * A promise that a result breaks. `path`: the place in the result. `says`: an explanation in English for the reader of
 * the check.
 */
export type Breach = { promise: Promised; path: string; says: string }
