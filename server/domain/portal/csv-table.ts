import { type CsvFault, type CsvRow, opensFormula } from '../../kernel/csv'
import { unprintableSign } from '../../kernel/printable'
import { typedCode, typedDay, typedLine, typedLines, typedNumber } from '../../kernel/typed-text'
import { foreignSign, postPattern, tidyName, tidyPost, unwrittenSign } from '../application/person'

/** A column of a table that the cell keeps in a spreadsheet. */
export type CsvColumn = {
  /** Its header in the file, the same in every language. */
  name: string
  isRequired?: boolean
  /** In characters; 200 by default. */
  longest?: number
  /** A value as the template and the page show it. */
  example: string
  /** The value as the portal keeps it; null if the column does not take it. By default any text. */
  read?(text: string): string | null
  /** The pattern of a name or post, whose refusal names the sign. */
  namePattern?: string
}

/** The values of a line by column; an empty one is the empty text. */
export type CsvValues = Readonly<Record<string, string>>

/**
 * A fault of a file. `line`: from 1; `column`: its header, null for the whole line. `why`: the stem of its words;
 * `params`: their values.
 */
export type CsvLineFault = {
  line: number
  column: string | null
  why: string
  params?: Readonly<Record<string, string | number>>
}

/** What is wrong with a line besides its single values. */
export type CsvLineDoubt = Omit<CsvLineFault, 'line'>

const longestText = 200
/** Separators that spreadsheets of other countries write. */
const otherSeparators = [';', '\t', '|']

/** `yes` or `no`, as a column of switches reads them. */
export const readSwitch = (text: string): string | null => ({ yes: 'yes', no: 'no' })[text.toLowerCase()] ?? null

/** Takes one of these codes, in any case of letters. */
export const readOneOf =
  (codes: readonly string[]) =>
  (text: string): string | null =>
    codes.find((code) => code.toLowerCase() === text.toLowerCase()) ?? null

/** Takes what a pattern allows. `tidy`: comes first; by default a code is read. */
export function readPattern(pattern: string, tidy: (text: string) => string = (text) => text) {
  const allowed = new RegExp(pattern)
  return (text: string): string | null => {
    const tidied = tidy(typedCode(text))
    return allowed.test(tidied) ? tidied : null
  }
}

/** Takes a day that exists, as `2024-08-05`, `05-08-2024` or `05/08/2024`; kept in the first form. */
export function readDay(text: string): string | null {
  const written = typedDay(text)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null
  const at = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === written ? written : null
}

/** Takes a whole number in these bounds. */
export const readCount =
  (least: number, most: number) =>
  (text: string): string | null => {
    const typed = typedNumber(text)
    return /^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most ? String(Number(typed)) : null
  }

/** A column of a name of a person (`namePattern`) or of a person or post (`postPattern`). */
export const readName = (pattern: string): Pick<CsvColumn, 'read' | 'namePattern'> => ({
  namePattern: pattern,
  read(text) {
    const name = pattern === postPattern ? tidyPost(text) : tidyName(text)
    return new RegExp(pattern).test(name) ? name : null
  },
})

/**
 * Reads the lines of a table one after another: the header first, whose columns may come in any order. `keyOf`: what
 * must be different in every line. Source: rules §13.7.
 */
export function csvTableReader(columns: readonly CsvColumn[], keyOf: (values: CsvValues) => string) {
  let places: readonly number[] | null = null
  let width = 0
  const seen = new Map<string, number>()

  function header(cells: readonly string[], line: number): CsvLineFault[] {
    const names = cells.map((cell) => cell.trim().toLowerCase())
    while (names[names.length - 1] === '') names.pop()
    const other = otherSeparators.find((separator) => isSeparatedBy(names, separator, columns))
    if (other) return [{ line, column: null, why: 'separator', params: { separator: other === '\t' ? 'TAB' : other } }]
    const known = new Set(columns.map(({ name }) => name))
    width = names.length
    places = columns.map(({ name }) => names.indexOf(name))
    return [
      ...columns
        .filter(({ name }) => !names.includes(name))
        .map(({ name }) => ({ line, column: name, why: 'column-missing' })),
      ...names
        .filter((name) => !known.has(name))
        .map((name) => ({ line, column: name.slice(0, 40) || '–', why: 'column-unknown' })),
      ...names
        .filter((name, place) => known.has(name) && names.indexOf(name) < place)
        .map((name) => ({ line, column: name, why: 'column-twice' })),
    ]
  }

  function values(cells: readonly string[], line: number): { values: CsvValues; faults: CsvLineFault[] } {
    const read: Record<string, string> = {}
    const faults: CsvLineFault[] = []
    columns.forEach((column, place) => {
      const value = cellValue(column, cells[places![place]!] ?? '')
      if (typeof value === 'string') read[column.name] = value
      else faults.push({ line, column: column.name, ...value })
    })
    return { values: read, faults }
  }

  return {
    /** The number of lines read so far, without the header. */
    lines: () => seen.size,
    /** True if a line had this key. */
    has: (key: string): boolean => seen.has(key),

    /** The values of one line, or its faults; null for the header and for a line of empty cells. */
    take(row: CsvRow<CsvFault>): { values: CsvValues; key: string } | { faults: CsvLineFault[]; isEnd?: true } | null {
      const { line } = row
      if ('unreadable' in row) return { faults: [{ line, column: null, why: row.unreadable }], isEnd: true }
      const { cells } = row
      if (!places) {
        const faults = header(cells, line)
        return faults.length ? { faults, isEnd: true } : null
      }
      if (cells.every((cell) => cell.trim() === '')) return null
      if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
        return { faults: [{ line, column: null, why: 'cells', params: { found: cells.length, expected: width } }] }
      const { values: read, faults } = values(cells, line)
      if (faults.length) return { faults }
      const key = keyOf(read)
      const first = seen.get(key)
      if (first !== undefined) return { faults: [{ line, column: null, why: 'twice', params: { first } }] }
      seen.set(key, line)
      return { values: read, key }
    },
  }
}

/** Is this a header whose columns another sign separates? */
const isSeparatedBy = (names: readonly string[], separator: string, columns: readonly CsvColumn[]): boolean => {
  const parts = names.join(',').split(separator)
  return parts.length > 1 && columns.some(({ name }) => parts.includes(name))
}

/** The value of a cell, or its fault. */
function cellValue(
  { isRequired, longest = longestText, read, namePattern }: CsvColumn,
  cell: string,
): string | Omit<CsvLineDoubt, 'column'> {
  const text = typedLine(typedLines(cell).replace(/\n/g, ' '))
  if (text === '') return isRequired ? { why: 'required' } : ''
  if (opensFormula(text)) return { why: 'formula' }
  if (unwrittenSign(text) !== null) return { why: 'characters' }
  const unprintable = unprintableSign(text)
  if (unprintable !== null) return { why: 'unprintable', params: { sign: unprintable } }
  if (text.length > longest) return { why: 'long', params: { max: longest } }
  const value = read ? read(text) : text
  if (value !== null) return value
  const foreign = namePattern === undefined ? null : foreignSign(text, namePattern)
  return foreign === null ? { why: 'value' } : { why: 'sign', params: { sign: foreign } }
}

/** Do two lines hold the same values? */
export const isSameLine = (one: CsvValues, other: CsvValues, columns: readonly CsvColumn[]): boolean =>
  columns.every(({ name }) => one[name] === other[name])
