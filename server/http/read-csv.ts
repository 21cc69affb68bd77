import { CsvError, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import type { CsvFault, CsvRow } from '#server/kernel/csv.ts'

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
    delimiter: [','] as string[],
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

/** What separates cells: the sign that a first line `sep=;` names, or the most frequent one of the first line of cells. */
function separatorOf(firstLine: string): string {
  const [, named] = /^sep=(.)$/i.exec(firstLine.trim()) ?? []
  if (named) return named
  const bare = firstLine.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length - 1
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/**
 * `="000123"`, with which people keep zeros in a spreadsheet, as a quoted cell: whole lines at a time. In a quoted cell the
 * second quote would come after a separator, so that no such cell is changed.
 */
const quotedFormulas = (lines: string): string =>
  lines.replace(
    /(?<=^|[,;\t|])=("[^",;\t|\n]+")(?=[,;\t|]|$)/gm,
    (_, quoted: string) => `"=""${quoted.slice(1, -1)}"""`,
  )

/** The first line that says something, and where the cells begin: after it if it names the separator alone. */
function opened(text: string): { separator: string; from: number } | null {
  const at = text.search(/\S/)
  if (at === -1) return null
  const begin = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  const first = text.slice(begin, end === -1 ? undefined : end)
  const isNamed = /^sep=.$/i.test(first.trim())
  // The line of the name stays as an empty one, so that lines keep their numbers.
  return { separator: separatorOf(first), from: isNamed ? begin + first.trimEnd().length : 0 }
}

/**
 * The rows of a CSV table (RFC 4180), without blank lines, `most` of them at most. Takes every kind of line break; one
 * within a cell becomes `\n`. Ignores a byte order mark, and takes what separates the cells of the first line for the separator.
 * Ends with a fault if a quote is not closed or is inside a
 * cell, and at a row that is far too wide. Rows may differ in length.
 */
export function readCsv(text: string, most: number): CsvRow[] {
  const { rows, options, end } = collector(most)
  const lines = quotedFormulas(text.replace(/\r\n?/g, '\n'))
  const { separator, from } = opened(lines) ?? { separator: ',', from: 0 }
  options.delimiter = [separator]
  try {
    parseWhole(lines.slice(from), options)
  } catch (error) {
    end(error)
  }
  return rows
}

/** The text of a whole file; null if it is in no encoding that a spreadsheet writes. */
export function csvTextOf(bytes: Buffer): string | null {
  const decode = decoder()
  const text = decode(bytes)
  const rest = text === null ? null : decode(null)
  return rest === null ? null : text + rest
}

/**
 * The same for a file of any length: reads its bytes piece by piece and yields the rows that each piece completes. A piece in no
 * known encoding ends the reading with the fault `encoding`.
 */
export async function* readCsvPieces(pieces: AsyncIterable<Buffer>, most: number): AsyncGenerator<CsvRow<CsvFault>[]> {
  const { rows, options, end } = collector(most)
  let parser: ReturnType<typeof parse> | null = null
  let failure: Error | null = null
  let held = ''
  /** Gives the parser the lines that are complete; true if reading goes on. */
  async function feed(text: string, isLast: boolean): Promise<boolean> {
    held += text
    const whole = isLast || held.length > longestRow ? held.length : held.lastIndexOf('\n') + 1
    let lines = quotedFormulas(held.slice(0, whole))
    const begun = parser ? null : opened(lines)
    // Nobody writes so many blank lines before a table; without a limit each piece would be read again with all before it.
    if (!parser && !begun && !isLast && held.length <= longestRow) return true
    held = held.slice(whole)
    if (!parser) {
      if (begun) options.delimiter = [begun.separator]
      lines = lines.slice(begun?.from ?? 0)
      parser = parse(options)
      parser.on('error', (error) => {
        failure = error
      })
    }
    const into = parser
    await new Promise<void>((done) => into.write(lines, () => done()))
    if (isLast && !failure) await new Promise<void>((done) => into.end(done))
    if (failure) end(failure)
    return failure === null
  }
  const decode = decoder()
  const line = () => parser?.info.lines ?? 1
  for await (const bytes of pieces) {
    const text = decode(bytes)
    if (text === null) {
      yield [...rows.splice(0), { line: line(), unreadable: 'encoding' }]
      return
    }
    const goesOn = await feed(text, false)
    yield rows.splice(0)
    if (!goesOn) return
  }
  const rest = decode(null)
  if (rest === null) yield [{ line: line(), unreadable: 'encoding' }]
  else {
    await feed(rest, true)
    yield rows.splice(0)
  }
}

/**
 * Decodes piece by piece (null: the end) what spreadsheets write, with `\n` for every line break: UTF-8, UTF-16 with its mark, and
 * Windows-1252 (“CSV” in Excel) if no earlier piece had a letter of UTF-8. Answers null for anything else; a text with NUL
 * characters is UTF-16 that happens to decode.
 */
function decoder(): (bytes: Buffer | null) => string | null {
  let decoder: TextDecoder | null = null
  let isPlain = true
  let begun: Buffer = Buffer.alloc(0)
  let pending: Buffer = Buffer.alloc(0)
  let held = ''
  let last = Buffer.alloc(0) as Buffer
  function read(bytes: Buffer | null): string {
    if (!decoder) {
      begun = bytes ? Buffer.concat([begun, bytes]) : begun
      if (begun.length < 2 && bytes) return ''
      const mark = begun.subarray(0, 2).toString('hex')
      decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8', { fatal: true })
      const text = decoder.decode(begun, { stream: true })
      return bytes ? text : text + decoder.decode()
    }
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  }
  return (bytes) => {
    let text: string
    try {
      text = read(bytes)
    } catch {
      if (!bytes || !isPlain || decoder?.encoding !== 'utf-8') return null
      const piece = Buffer.concat([pending, bytes])
      decoder = new TextDecoder('windows-1252')
      text = decoder.decode(piece, { stream: true })
      last = pending
    }
    if (decoder?.encoding === 'windows-1252' && bytes) {
      if (hasLetterOfUtf8.test(Buffer.concat([last, bytes]).toString('latin1'))) return null
      last = bytes.subarray(-1)
    }
    isPlain &&= (decoder === null || decoder.encoding === 'utf-8') && isAscii.test(text)
    // Of a piece without such letters only the beginning of one, at its end, is not decoded yet.
    pending = isPlain && bytes ? bytes.subarray(bytes.findLastIndex((byte) => byte < 0x80) + 1) : Buffer.alloc(0)
    text = held + text
    // The other half of a line break may come with the next piece.
    held = bytes && text.endsWith('\r') ? '\r' : ''
    return text.includes('\0') ? null : text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
}

/** A letter of two or more bytes, read byte by byte. */
const hasLetterOfUtf8 = /[\xC3-\xF4][\x80-\xBF]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
const isAscii = /^[\x00-\x7f]*$/
