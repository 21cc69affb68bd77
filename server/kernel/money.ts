declare const paise: unique symbol
/** An amount in whole paise. The API and the pages speak rupees; everything inside counts paise. */
export type Paise = number & { readonly [paise]: true }

/** Rupees (whole or with two decimals) → paise. Throws a RangeError on anything that is not a whole number of paise. */
export function rupees(amount: number): Paise {
  const value = Math.round(amount * 100)
  if (!Number.isSafeInteger(value) || Math.abs(value - amount * 100) > 1e-6) {
    throw new RangeError(`${amount} rupees is not a whole number of paise`)
  }
  return value as Paise
}

/** Paise → rupees, for the API. */
export const inRupees = (amount: Paise): number => amount / 100
