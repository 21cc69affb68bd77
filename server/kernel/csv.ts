/** Tells a spreadsheet that the file is UTF-8, so that Marathi is legible. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null

/** First characters that make a spreadsheet treat a text as a formula, including the full-width forms. */
const opensFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One cell. A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers are unchanged.
 * Quoted if it contains a comma, a quote or a line break (RFC 4180).
 */
function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = opensFormula.test(cell) ? `'${cell}` : cell
  return /[",;\n\r\t]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

/** A line with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Longer than any cell a person writes: reading ends at a longer quoted cell, and excess cells are skipped. */
const longestCell = 100_000
const mostCells = 1000

/**
 * The lines of a CSV table (RFC 4180). `line`: where the row begins, from 1. `cells` is null if a quote is not closed
 * or is inside a cell, and reading ends there. Ignores a byte order mark.
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
