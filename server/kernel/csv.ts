import { typedLine, typedLines } from './typed-text'

/** Tells a spreadsheet that the file is UTF-8, so that Marathi is legible. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null

/** Why a file cannot be read further. */
export type CsvFault = 'quotes' | 'columns' | 'encoding'

/**
 * A row of a table that was read, or the reason why reading ended there. `line`: where it begins, from 1. `Unreadable`:
 * the possible reasons, of which `encoding` is one for bytes but not for text.
 */
export type CsvRow<Unreadable = Exclude<CsvFault, 'encoding'>> =
  | { line: number; cells: readonly string[] }
  | { line: number; unreadable: Unreadable }

/** First characters that make a spreadsheet treat a text as a formula, including the full-width forms. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Would a spreadsheet run this text? */
export const opensFormula = (text: string): boolean => formula.test(text)

/** A text that a spreadsheet would run, or that already begins with what marks such a text; it gets a mark of its own. */
const needsMark = /^(?:['’]+(?=\d)|['’]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/
const mark = /^['’](?=['’]*[\d=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

const marked = (text: string): string => (needsMark.test(text) ? `'${text}` : text)

/**
 * One cell. A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers are unchanged.
 * Quoted if it contains a comma, a quote or a line break (RFC 4180).
 */
function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = marked(cell)
  return /[",;\n\r\t]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

/**
 * The text of a cell that a spreadsheet or an export of ours wrote: without the one apostrophe that keeps digits or a
 * formula's sign as text, and out of `="000123"`. `isText`: something said that it is text, so it is no formula.
 */
export function cellText(cell: string): { text: string; isText: boolean } {
  const typed = typedLine(typedLines(cell).replace(/\n/g, ' '))
  const [, wrapped] = /^="([^"]*)"$/.exec(typed) ?? []
  if (wrapped !== undefined) return { text: wrapped.trim(), isText: true }
  const isText = mark.test(typed)
  return { text: isText ? typed.slice(1).trim() : typed, isText }
}

/** Does a cell still hold a value that an export of ours wrote into it? */
export const holdsStill = (cell: string, value: string): boolean => cellText(cell).text === cellText(marked(value)).text

/** A column's name as our files write it: `Institute Code` and `institute-code` are `institute_code`. */
export const columnName = (cell: string): string => cellText(cell).text.toLowerCase().replace(/[ -]+/g, '_')

/** The cells without the empty ones that a spreadsheet adds at the end. `least`: cells that stay. */
export function withoutEmptyEnd(cells: readonly string[], least = 0): readonly string[] {
  let end = cells.length
  while (end > least && cells[end - 1]!.trim() === '') end--
  return cells.slice(0, end)
}

/** A line with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A table as a file: its columns, then its rows. */
export const csvTable = (columns: readonly CsvCell[], rows: readonly (readonly CsvCell[])[]): string[] => [
  byteOrderMark + csvLine(columns),
  ...rows.map(csvLine),
]
