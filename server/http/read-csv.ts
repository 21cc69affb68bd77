import { CsvError, parse } from 'csv-parse/sync'
import type { CsvRow } from '../kernel/csv'

/** Reading ends at a row with more characters than anybody writes: a quote in it was never closed. */
const longestRow = 100_000
/** Reading ends at a row with more cells than any table has. */
const mostCells = 1000

const misquoted = [
  'CSV_QUOTE_NOT_CLOSED',
  'CSV_INVALID_CLOSING_QUOTE',
  'INVALID_OPENING_QUOTE',
  'CSV_MAX_RECORD_SIZE',
] as readonly string[]

/**
 * The rows of a CSV table (RFC 4180), without blank lines, `most` of them at most. Takes every kind of line break; one
 * within a cell becomes `\n`. Ignores a byte order mark. Ends with a fault if a quote is not closed or is inside a
 * cell, and at a row that is far too wide. Rows may differ in length.
 */
export function readCsv(text: string, most: number): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  const full = new Error('enough rows are read')
  const tooWide = new Error('the row has too many cells')
  try {
    parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      record_delimiter: '\n',
      relax_column_count: true,
      max_record_size: longestRow,
      cast(cell, { index }) {
        if (index >= mostCells) throw tooWide
        return cell
      },
      // csv-parse says where a row ends; the next one begins on the line after.
      on_record(cells: string[], { lines }) {
        if (rows.length === most) throw full
        if (cells.length > 1 || cells[0]?.trim()) rows.push({ line, cells })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (error === tooWide) rows.push({ line, unreadable: 'columns' })
    else if (error instanceof CsvError && misquoted.includes(error.code)) rows.push({ line, unreadable: 'quotes' })
    else if (error !== full) throw error
  }
  return rows
}
