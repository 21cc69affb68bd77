/**
 * Marks as exact fractions, never floats, because ranks and eligibility depend on them. Shared with the browser, which
 * shows the percentage while marks are typed. Source: rules §7.1.
 */
export type Fraction = { readonly over: bigint; readonly under: bigint }

const decimal = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/

/** A decimal number as written (`612.5`) in millionths; null for any other text. */
function millionths(text: string): bigint | null {
  const parts = decimal.exec(text)
  return parts && BigInt(parts[1]! + (parts[2] ?? '').padEnd(6, '0'))
}

/** `612.5` of `850`. Null if one is not a number, or the second is zero. */
export function fractionOf(got: string, outOf: string): Fraction | null {
  const [over, under] = [millionths(got), millionths(outOf)]
  return over === null || under === null || under === BigInt(0) ? null : { over, under }
}

/** Negative if `a` is less than `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under
  if (difference === BigInt(0)) return 0
  return difference < BigInt(0) ? -1 : 1
}

/** Compares two numbers as written; false if one is not a number. */
export function atMost(got: string, outOf: string): boolean {
  const [a, b] = [millionths(got), millionths(outOf)]
  return a !== null && b !== null && a <= b
}

/**
 * `72.05`: hundredths, truncated and not rounded, so that 49.999 never shows as 50.00. For display only; nothing
 * compares it.
 */
export function percentageText({ over, under }: Fraction): string {
  const hundredths = String((over * BigInt(10_000)) / under).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
}

/** The question what marks are out of: `hscMarks` → `hscOutOf`, `physics` → `physicsOutOf`. */
export const outOfWhat = (question: string) => `${question.replace(/Marks$/, '')}OutOf`
