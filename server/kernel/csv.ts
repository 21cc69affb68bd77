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
