/** The number of lines on a page of a list. */
const linesOnPage = 20

/** One page of a list, with its number and the number of pages, for a pager. `asked`: 1 for the first. */
export function pageOf<T>(
  all: { length: number; slice(from: number, to: number): T[] },
  asked: number | undefined,
  most = linesOnPage,
) {
  const pages = Math.max(1, Math.ceil(all.length / most))
  const page = Math.min(asked ?? 1, pages)
  return { lines: all.slice((page - 1) * most, page * most), count: all.length, page, pages }
}
