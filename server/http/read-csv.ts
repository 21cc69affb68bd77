import { CsvError, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import type { CsvFault, CsvRow } from '../kernel/csv'

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
 * The rows that csv-parse finds, without blank lines, `most` of them at most. `options`: for csv-parse. `end`: takes
 * the error that ended the reading, and throws it if it is no fault of the file.
 */
function collector(most: number) {
  const rows: CsvRow[] = []
  let read = 0
  let line = 1
  const full = new Error('enough rows are read')
  const tooWide = new Error('the row has too many cells')
  const options = {
    bom: true,
    record_delimiter: '\n',
    relax_column_count: true,
    max_record_size: longestRow,
    // csv-parse says where a row ends; the next one begins on the line after.
    on_record(cells: string[], { lines }: { lines: number }) {
      if (read === most) throw full
      if (cells.length > mostCells) throw tooWide
      if (cells.length > 1 || cells[0]?.trim()) {
        rows.push({ line, cells })
        read++
      }
      line = lines + 1
      return null
    },
  }
  function end(error: unknown): void {
    if (error === tooWide) rows.push({ line, unreadable: 'columns' })
    else if (error instanceof CsvError && misquoted.includes(error.code)) rows.push({ line, unreadable: 'quotes' })
    else if (error !== full) throw error
  }
  return { rows, options, end }
}

/**
 * The rows of a CSV table (RFC 4180), without blank lines, `most` of them at most. Takes every kind of line break; one
 * within a cell becomes `\n`. Ignores a byte order mark. Ends with a fault if a quote is not closed or is inside a
 * cell, and at a row that is far too wide. Rows may differ in length.
 */
export function readCsv(text: string, most: number): CsvRow[] {
  const { rows, options, end } = collector(most)
  try {
    parseWhole(text.replace(/\r\n?/g, '\n'), options)
  } catch (error) {
    end(error)
  }
  return rows
}

/**
 * The same for a file of any length: reads its bytes (UTF-8) piece by piece and yields the rows that each piece
 * completes. A piece that is not UTF-8 ends the reading with the fault `encoding`.
 */
export async function* readCsvPieces(pieces: AsyncIterable<Buffer>, most: number): AsyncGenerator<CsvRow<CsvFault>[]> {
  const { rows, options, end } = collector(most)
  const parser = parse(options)
  let failure: Error | null = null
  parser.on('error', (error) => {
    failure = error
  })
  /** Gives the parser some text, or its end (null); true if reading goes on. */
  async function feed(text: string | null): Promise<boolean> {
    await new Promise<void>((done) => {
      if (text === null) parser.end(done)
      else parser.write(text, () => done())
    })
    if (failure) end(failure)
    return failure === null
  }
  const decode = decoder()
  for await (const bytes of pieces) {
    const text = decode(bytes)
    if (text === null) {
      yield [...rows.splice(0), { line: parser.info.lines, unreadable: 'encoding' }]
      return
    }
    const goesOn = await feed(text)
    yield rows.splice(0)
    if (!goesOn) return
  }
  const rest = decode(null)
  if (rest === null) yield [{ line: parser.info.lines, unreadable: 'encoding' }]
  else {
    await feed(rest)
    await feed(null)
    yield rows.splice(0)
  }
}

/**
 * Decodes UTF-8 piece by piece (null: the end) with `\n` for every line break; answers null for anything else. A text
 * with NUL characters is UTF-16 that happens to decode.
 */
function decoder(): (bytes: Buffer | null) => string | null {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let held = ''
  return (bytes) => {
    try {
      const text = held + (bytes ? utf8.decode(bytes, { stream: true }) : utf8.decode())
      // The other half of a line break may come with the next piece.
      held = bytes && text.endsWith('\r') ? '\r' : ''
      return text.includes('\0') ? null : text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
    } catch {
      return null
    }
  }
}
