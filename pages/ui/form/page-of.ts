/** The number of lines on a page of a list. */
const linesOnPage = 20

/** One page of a list, with its number and the number of pages, for a pager. `asked`: 1 for the first. */
export function pageOf<T>(all: { length: number; slice(from: number, to: number): T[] }, asked: number | undefined) {
  const pages = Math.max(1, Math.ceil(all.length / linesOnPage))
  const page = Math.min(asked ?? 1, pages)
  return { lines: all.slice((page - 1) * linesOnPage, page * linesOnPage), count: all.length, page, pages }
}
