/** What every page shows as the last rank of a course: `left` where seats stayed empty or nobody was admitted; null without a figure. */
export const shownLast = (last: { merit: number | null; isLeft: boolean } | null): number | 'left' | null =>
  last && (last.isLeft || last.merit === null ? 'left' : last.merit)

/** The lists from which the last ranks beside each other are: a number is compared only with one of its own list. */
export function listsShown(
  lasts: readonly ({ merit: number | null; isLeft: boolean; isAllIndia: boolean } | null)[],
): ('state' | 'allIndia')[] {
  const ranked = lasts.filter((last) => typeof shownLast(last) === 'number')
  const has = (isAllIndia: boolean) => ranked.some((last) => last?.isAllIndia === isAllIndia)
  return [...(has(false) ? (['state'] as const) : []), ...(has(true) ? (['allIndia'] as const) : [])]
}
