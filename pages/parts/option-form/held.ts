import type { Head } from './head'

/** True of a list with choices that does not name the seat: each of them can replace it. Source: rules §14.3. */
export const isUnlisted = (choices: readonly string[], code: string): boolean =>
  choices.length > 0 && !choices.includes(code)

/** How many of these choices count: those above a seat that the candidate keeps; all of them for anybody else. */
export function countedIn(lines: readonly { code: string }[], held: Head['held']): number {
  const place = held ? lines.findIndex(({ code }) => code === held.code) : -1
  return place < 0 ? lines.length : place
}
