/** What every page shows as the last rank of a course: `left` where seats stayed empty or nobody was admitted; null without a figure. */
export const shownLast = (last: { merit: number | null; isLeft: boolean } | null): number | 'left' | null =>
  last && (last.isLeft || last.merit === null ? 'left' : last.merit)
