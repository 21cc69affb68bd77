/** What a run promises, each re-checked on every result. Source: decisions §8, allotment "Format". */
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

/** A promise that a result breaks. `path`: where in the result; `says`: how, in English, for whoever checks. */
export type Breach = { promise: Promised; path: string; says: string }
