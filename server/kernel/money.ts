declare const paise: unique symbol
/**
 * An amount in whole paise. Rupees appear only at the edges: in what people type, in API responses, on screen and on
 * paper. A number becomes an amount here (`rupees`) or in a typed column of the database, and nowhere else.
 */
export type Paise = number & { readonly [paise]: true }

/** Rupees (whole or with two decimals) → paise. Throws a RangeError on anything that is not a whole number of paise. */
export function rupees(amount: number): Paise {
  const value = Math.round(amount * 100)
  if (!Number.isSafeInteger(value) || Math.abs(value - amount * 100) > 1e-6) {
    throw new RangeError(`${amount} rupees is not a whole number of paise`)
  }
  return value as Paise
}

/** An amount that was written down as a plain number of paise, as in the audit log. Throws a RangeError on a fraction. */
export function paiseWritten(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of paise`)
  return amount as Paise
}

/** Paise → rupees, for the edges. */
export const inRupees = (amount: Paise): number => amount / 100

export const noMoney = 0 as Paise

/** The sum of amounts; ₹0 for none. */
export const sumOf = (...amounts: readonly Paise[]): Paise => amounts.reduce((sum, one) => sum + one, 0) as Paise

/** What is left of an amount when another one is taken off it; never below nothing. */
export const lessAmount = (amount: Paise, taken: Paise): Paise => Math.max(0, amount - taken) as Paise

export const smallerAmount = (one: Paise, other: Paise): Paise => Math.min(one, other) as Paise
export const largerAmount = (one: Paise, other: Paise): Paise => Math.max(one, other) as Paise
