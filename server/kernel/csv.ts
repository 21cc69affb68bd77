/** What tells a spreadsheet that the file is UTF-8, so that Marathi is Marathi. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null

/** What makes a spreadsheet take a text for a formula; the wide forms count as well. */
const opensFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One cell. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are.
 * Quoted where it holds a comma, a quote or a line break (RFC 4180).
 */
function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = opensFormula.test(cell) ? `'${cell}` : cell
  return /[",;\n\r\t]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

/** A line with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** What is longer is no table that somebody wrote: a quoted cell is given up, further cells are passed over. */
const longestCell = 100_000
const mostCells = 1000

/**
 * The lines of a table as a spreadsheet writes it (RFC 4180): cells parted by commas, quoted where they hold one. `line`:
 * where it begins, 1 for the first. `cells` is null where a quote is not closed or stands within a cell, and nothing
 * follows. A byte order mark is no part of it.
 */
export function* readCsv(text: string): Generator<{ line: number; cells: string[] | null }> {
  let at = text.startsWith(byteOrderMark) ? 1 : 0
  let line = 1
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    for (;;) {
      let cell: string
      if (text[at] === '"') {
        let end = at
        do end = text.indexOf('"', end + 1)
        while (end !== -1 && end - at < longestCell && text[end + 1] === '"' && ++end)
        if (end === -1 || end - at >= longestCell || !/^[,\r\n]?$/.test(text[end + 1] ?? ''))
          return yield { line: first, cells: null }
        cell = text.slice(at + 1, end)
        line += cell.split('\n').length - 1
        cell = cell.replace(/""/g, '"')
        at = end + 1
      } else {
        let end = at
        while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
        cell = text.slice(at, end)
        if (cell.includes('"')) return yield { line: first, cells: null }
        at = end
      }
      if (cells.length < mostCells) cells.push(cell)
      if (text[at] !== ',') break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    yield { line: first, cells }
  }
}
