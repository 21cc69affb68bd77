import type { Head } from './head'

/** How many of these choices count: those above a seat that the candidate keeps; all of them for anybody else. */
export function countedIn(lines: readonly { code: string }[], held: Head['held']): number {
  const place = held ? lines.findIndex(({ code }) => code === held.code) : -1
  return place < 0 ? lines.length : place
}
