import {
  type CsvFault,
  type CsvRow,
  cellText,
  columnName,
  holdsStill,
  opensFormula,
  withoutEmptyEnd,
} from '#server/kernel/csv.ts'
import { unprintableSign } from '#server/kernel/printable.ts'
import { dayExists, typedCode, typedDay, typedId, typedNumber, typedPlaceCode } from '#server/kernel/typed-text.ts'
import { foreignSign, postPattern, telephonePattern, tidyName, tidyPost, unwrittenSign } from './person'
import { choiceCodePattern } from './seat-types'
import { placeCodePattern } from './staff'

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
  /** A long number, such as an account, has at least so many digits as a rule. */
  usualDigits?: number
  /** A telephone number: a spreadsheet drops the zero of its area code. */
  isTelephone?: boolean
  /** Only tells the reader what the line is about: an empty cell is as good as the present value. */
  isReference?: boolean
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

/** Takes the code of a centre or an institute. */
export const readPlaceCode = readPattern(placeCodePattern, typedPlaceCode)
/** A column of a telephone number of an office. */
export const readTelephone = {
  isTelephone: true,
  read: readPattern(telephonePattern),
} as const satisfies Pick<CsvColumn, 'isTelephone' | 'read'>
/** Takes a choice code. */
export const readChoiceCode = readPattern(choiceCodePattern, typedId)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Takes a day that exists, as `2024-08-05`, `05/08/2024`, `5-8-2024` or `5-Aug-24`; kept in the first form. */
export function readDay(text: string): string | null {
  const [, date, name, year] = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{2}|\d{4})$/i.exec(typedCode(text)) ?? []
  const place = months.indexOf(name?.toLowerCase() ?? '') + 1
  const written = typedDay(place ? `${date}-${place}-${year!.padStart(4, '20')}` : text)
  return dayExists(written) ? written : null
}

/** Takes a whole number in these bounds. */
export const readCount =
  (least: number, most: number) =>
  (text: string): string | null => {
    const typed = typedNumber(text).replace(/\.0+$/, '')
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
 * must be different in every line. `find`: the present entry with a key; a cell that still holds its value is never
 * refused, whatever was typed at the desk. Source: rules §13.7.
 */
export function csvTableReader(
  columns: readonly CsvColumn[],
  keyOf: (values: CsvValues) => string,
  find: (key: string) => CsvValues | null = () => null,
) {
  let places: readonly number[] | null = null
  let width = 0
  const seen = new Map<string, number>()
  const keyColumns = columnsOfKey(columns, keyOf)

  function header(cells: readonly string[], line: number): CsvLineFault[] {
    const names = withoutEmptyEnd(cells).map(columnName)
    const known = new Set(columns.map(({ name }) => name))
    width = names.length
    places = columns.map(({ name }) => names.indexOf(name))
    return [
      ...columns
        .filter(({ name, isRequired }) => isRequired && !names.includes(name))
        .map(({ name }) => ({ line, column: name, why: 'column-missing' })),
      ...names
        .filter((name) => !known.has(name))
        .map((name) => ({ line, column: name.slice(0, 40) || '–', why: 'column-unknown' })),
      ...names
        .filter((name, place) => known.has(name) && names.indexOf(name) < place)
        .map((name) => ({ line, column: name, why: 'column-twice' })),
    ]
  }

  function values(cells: readonly string[], line: number) {
    const read: Record<string, string> = {}
    const faults: CsvLineFault[] = []
    const warnings: CsvLineFault[] = []
    columns.forEach((column, place) => {
      const cell = cells[places![place]!] ?? ''
      const value = cellValue(column, cell)
      if (typeof value !== 'string') faults.push({ line, column: column.name, ...value })
      else {
        read[column.name] = value
        const doubt = doubtOfDay(column, cell, value)
        if (doubt) warnings.push({ line, column: column.name, ...doubt })
      }
    })
    const key = faults.some(({ column }) => keyColumns.has(column!)) ? null : keyOf(read)
    const before = key === null ? null : find(key)
    const kept = new Set<string | null>()
    columns.forEach(({ name, isReference }, place) => {
      const value = before?.[name]
      const isLeft = isReference && read[name] === ''
      if (value === undefined || value === read[name]) return
      if (!isLeft && !holdsStill(cells[places![place]!] ?? '', value)) return
      read[name] = value
      kept.add(name)
    })
    const left = (found: readonly CsvLineFault[]) => found.filter(({ column }) => !kept.has(column))
    return { values: read, key, before, faults: left(faults), warnings: left(warnings) }
  }

  return {
    /** The number of lines read so far, without the header. */
    lines: () => seen.size,
    /** The columns that the file leaves out: entries keep what they have there. */
    absent: (): string[] => columns.filter((_, place) => places?.[place] === -1).map(({ name }) => name),
    /** True if a line had this key. */
    has: (key: string): boolean => seen.has(key),

    /** One line with its present entry (`before`), or its faults; null for the header and for a line of empty cells. */
    take(row: CsvRow<CsvFault>): TakenLine | { faults: CsvLineFault[]; isEnd?: true } | null {
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
      const { values: read, key, before, faults, warnings } = values(cells, line)
      if (faults.length || key === null) return { faults }
      const first = seen.get(key)
      if (first !== undefined) return { faults: [{ line, column: null, why: 'twice', params: { first } }] }
      seen.set(key, line)
      return { values: read, key, before, warnings }
    },
  }
}

type TakenLine = { values: CsvValues; key: string; before: CsvValues | null; warnings: CsvLineFault[] }

/** The columns that make the key. */
function columnsOfKey(columns: readonly CsvColumn[], keyOf: (values: CsvValues) => string): ReadonlySet<string> {
  const examples = Object.fromEntries(columns.map(({ name, example }) => [name, example]))
  const names = columns.map(({ name }) => name)
  return new Set(names.filter((name) => keyOf({ ...examples, [name]: '' }) !== keyOf(examples)))
}

/** The value of a cell, or its fault. */
function cellValue(
  { isRequired, longest = longestText, read, namePattern }: CsvColumn,
  cell: string,
): string | Omit<CsvLineDoubt, 'column'> {
  const { text, isText } = cellText(cell)
  if (text === '') return isRequired ? { why: 'required' } : ''
  const damage = damageOf({ text, isText })
  if (damage) return { why: damage, params: { value: text.slice(0, longestShown) } }
  // A column of codes or numbers takes no formula anyway, and a telephone number may begin with a plus.
  if (!isText && (read ? /^[=@]/ : /./).test(text) && opensFormula(text)) return { why: 'formula' }
  if (unwrittenSign(text) !== null) return { why: 'characters' }
  const unprintable = unprintableSign(text)
  if (unprintable !== null) return { why: 'unprintable', params: { sign: unprintable } }
  if (text.length > longest) return { why: 'long', params: { max: longest } }
  const value = read ? read(text) : text
  if (value !== null) return value
  const foreign = namePattern === undefined ? null : foreignSign(text, namePattern)
  return foreign === null
    ? { why: 'value', params: { value: text.slice(0, longestShown) } }
    : { why: 'sign', params: { sign: foreign } }
}

/** Characters of a value that a message shows. */
const longestShown = 60

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** What a spreadsheet writes once it has lost a value: an error, too narrow a column, `1.23457E+17`, `01-Feb`, `????`. */
const damages: readonly (readonly [string, RegExp])[] = [
  ['sheet-error', /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|#+)$/i],
  ['sheet-exponent', /^\d(?:[.,]\d+)?E\+?\d{1,3}$/i],
  ['sheet-date', new RegExp(`^(?:\\d{1,2}-${month}|${month}-\\d{2})$`, 'i')],
  ['letters-lost', /^[?\s.,-]*\?{3}[?\s.,-]*$|\uFFFD/],
]

/** How a spreadsheet has destroyed a value; null if it has not. What is marked as text has been kept. */
export const damageOf = ({ text, isText }: { text: string; isText: boolean }): string | null =>
  (isText ? undefined : damages.find(([, pattern]) => pattern.test(text))?.[0]) ?? null

/** A day whose two first numbers could be the month: a spreadsheet set to American dates writes it the other way round. */
function doubtOfDay({ read }: CsvColumn, cell: string, value: string): Omit<CsvLineDoubt, 'column'> | null {
  if (read !== readDay) return null
  const [, one, other] = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}$/.exec(typedCode(cellText(cell).text)) ?? []
  if (!one || Number(one) > 12 || Number(other) > 12 || Number(one) === Number(other)) return null
  return { why: 'day-either', params: { value: cellText(cell).text, day: value } }
}

const wholeDay = new RegExp(
  `^(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[-./](?:\\d{1,2}|${month})[-./](?:\\d{2}|\\d{4}))(?:$| \\d{1,2}:\\d{2})`,
  'i',
)

/** Has a spreadsheet made a day of this code or name? */
const isDay = (text: string): boolean => wholeDay.test(text)

/** Values that several columns hold by chance say nothing about a shift. */
const shortestMoved = 3

/** The column whose present value this one holds while that column has another one, as after a shift. */
const movedFrom = (name: string, before: CsvValues, after: CsvValues): string | undefined =>
  (after[name] ?? '').length < shortestMoved
    ? undefined
    : Object.keys(before).find(
        (other) => other !== name && before[other] === after[name] && after[other] !== before[other],
      )

/** Mobile numbers, with or without 91 before them, and numbers that are free to call: they have no area code. */
const withoutAreaCode = /^(?:(?:91)?[6-9]\d{9}|18[06]0\d{6,8})$/
/** Area codes of Vidarbha (`0712`, `07152`) without their zero, before a number that begins as those of offices do: a mobile number may look the same. */
const likeVidarbha = /^7(?:(?:12|21|24)2\d{6}|[12]\d{2}2\d{5})$/

/** May a telephone number of digits alone, as a spreadsheet writes a number, have lost the zero of its area code? */
const mayLackZero = (value: string): boolean =>
  /^[1-9]\d{5,}$/.test(value) && (!withoutAreaCode.test(value) || likeVidarbha.test(value))

/**
 * What a spreadsheet may have done to a line without a trace: zeros at the beginning that are gone, a number of
 * more than fifteen digits, of which it keeps fifteen, a day or a number in place of a code or a name, a value in another
 * column. `before`: the present entry.
 */
export function doubtsOfLine(
  before: CsvValues | null,
  after: CsvValues,
  columns: readonly CsvColumn[],
): CsvLineDoubt[] {
  return columns.flatMap(({ name, usualDigits, isTelephone, read }): CsvLineDoubt[] => {
    const [old, value] = [before?.[name] ?? '', after[name] ?? '']
    if (value === old || value === '') return []
    const params = { value, old }
    if (read !== readDay && isDay(value)) return [{ column: name, why: 'day-made', params }]
    const other = before && movedFrom(name, before, after)
    if (other) return [{ column: name, why: 'moved', params: { value, other } }]
    if (!read && !/\p{L}/u.test(value)) return [{ column: name, why: 'no-letters', params }]
    if (!/^\d+$/.test(value)) return []
    if (old.startsWith('0') && old.replace(/^0+/, '') === value) return [{ column: name, why: 'zeros-gone', params }]
    if (isTelephone && mayLackZero(value)) return [{ column: name, why: 'zero-lacking', params }]
    if (usualDigits === undefined) return []
    if (value.length > 15 && value.endsWith('000')) return [{ column: name, why: 'digits-rounded', params }]
    if (old !== '' && value.length < old.length) return [{ column: name, why: 'digits-fewer', params }]
    return old === '' && value.length < usualDigits ? [{ column: name, why: 'digits-few', params }] : []
  })
}

/** Do two lines hold the same values? */
export const isSameLine = (one: CsvValues, other: CsvValues, columns: readonly CsvColumn[]): boolean =>
  columns.every(({ name }) => one[name] === other[name])
