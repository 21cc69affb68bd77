import { isChoiceCode } from '#server/domain/terms/seat-types.ts'

/** As many courses fit side by side. */
export const mostCompared = 4

/** The choice codes of a comparison, as its address writes them with commas between; each once, in order. */
export function comparedIn(list: string | undefined): string[] {
  return [...new Set((list ?? '').slice(0, 400).split(',').filter(isChoiceCode))]
}

/** The codes in an address; null for none. */
export const asCompared = (codes: readonly string[]): string | null => (codes.length ? codes.join(',') : null)

/**
 * The place of the only smallest of at least two known values, which a comparison points out; null if there is none. A
 * course without a seat is no choice, so its value (`seats` 0) counts as unknown.
 */
export function onlySmallest(courses: readonly { value: number | null; seats: number }[]): number | null {
  const values = courses.map(({ value, seats }) => (seats > 0 ? value : null))
  const known = values.filter((value) => value !== null)
  const least = Math.min(...known)
  const isClear = known.length > 1 && known.filter((value) => value === least).length === 1
  return isClear ? values.indexOf(least) : null
}
