import { saidBy, seek } from './names'
import { dayExists, typedDay, typedDigits, typedLine } from './typed-text'

/** `written`: in a person's own words. `time`: epoch milliseconds. `count`: a whole number. `amount`: paise. */
type ColumnKind = 'text' | 'written' | 'time' | 'count' | 'amount'

export type ListColumn = {
  key: string
  kind: ColumnKind
  /** The list may be sorted by it: that takes no longer with many rows than with few. */
  isSortable?: true
  /** Not shown until somebody chooses it. */
  isExtra?: true
  /** On a narrow desk not shown either until somebody chooses the columns. */
  needsRoom?: true
}

/**
 * The columns, filters and order of a list. `list`: the page that shows it. `filters`: the names of the fields in the
 * address. `days`: those of them that are a day, however somebody writes it. `order`: the column that the list is sorted by when it opens, with `-` before it for the greatest first.
 */
export type ListShape = {
  list: string
  columns: readonly ListColumn[]
  filters: readonly string[]
  days?: readonly string[]
  order: string
}

export const pageSizes = [25, 50, 100, 200] as const
type PageSize = (typeof pageSizes)[number]
const usualSize: PageSize = 50

/** What somebody asks of a list. `after`: the place where the page before ended; null for the first page. */
export type ListAsked = {
  sort: string
  isDescending: boolean
  size: PageSize
  /** The columns to show, in the list's own order. */
  columns: readonly string[]
  filters: Readonly<Record<string, string>>
  after: ListPlace | null
}

/** The last line of a page: its value in the column of the order, and its key. */
type ListPlace = { value: string | number; key: string | number }

/** The longest text of a filter; a longer one finds nothing anyway. */
const longestFilter = 100

/** A filter as it is typed, or for a day that exists as `2024-08-14`. */
function filterTyped(typed: string, isDay: boolean): string {
  const text = typedDigits(typedLine(typed)).slice(0, longestFilter)
  const day = isDay ? typedDay(text) : text
  return isDay && dayExists(day) ? day : text
}

/** Reads an address. What a list does not know counts as not asked for, so that an old bookmark still opens it. */
export function askedOf(shape: ListShape, query: Readonly<Record<string, string | undefined>>): ListAsked {
  const wanted = query.sort ?? shape.order
  const sort = wanted.replace(/^-/, '')
  const isKnown = shape.columns.some(({ key, isSortable }) => isSortable && key === sort)
  const order = isKnown ? wanted : shape.order
  const chosen = query.columns?.split('.') ?? []
  const keys = shape.columns.map(({ key }) => key)
  const shown = keys.filter((key) => chosen.includes(key) || query[`show-${key}`] !== undefined)
  return {
    sort: order.replace(/^-/, ''),
    isDescending: order.startsWith('-'),
    size: pageSizes.find((size) => String(size) === query.size) ?? usualSize,
    columns: shown.length ? shown : shape.columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key),
    filters: Object.fromEntries(
      shape.filters.flatMap((name) => {
        const value = filterTyped(query[name] ?? '', shape.days?.includes(name) ?? false)
        return value ? [[name, value]] : []
      }),
    ),
    after: placeOf(query.after),
  }
}

/** The address of what is asked. Leaves out the place, and each choice with which the list opens anyway. */
export function searchOf(shape: ListShape, asked: ListAsked): Record<string, string> {
  const order = `${asked.isDescending ? '-' : ''}${asked.sort}`
  const usual = shape.columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key)
  return {
    ...asked.filters,
    ...(order === shape.order ? {} : { sort: order }),
    ...(asked.size === usualSize ? {} : { size: String(asked.size) }),
    ...(asked.columns.join() === usual.join() ? {} : { columns: asked.columns.join('.') }),
  }
}

/** A place as the address holds it. */
export const writtenPlace = ({ value, key }: ListPlace): string => JSON.stringify([value, key])

function placeOf(written: string | undefined): ListPlace | null {
  if (written === undefined || written.length > 500) return null
  try {
    const read: unknown = JSON.parse(written)
    if (!Array.isArray(read) || read.length !== 2) return null
    const isPlain = (part: unknown) => typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part))
    return read.every(isPlain) ? { value: read[0], key: read[1] } : null
  } catch {
    return null
  }
}

export type ListRow = Readonly<Record<string, string | number | null>>

/** A page of a list, and the place where the next one begins; null on the last page. */
export type ListPiece<Row extends ListRow = ListRow> = { rows: readonly Row[]; next: ListPlace | null }

/** In the order of SQLite: null, numbers, then texts. */
function compared(one: string | number | null, other: string | number | null): number {
  const rank = (value: string | number | null) => (value === null ? 0 : typeof value === 'number' ? 1 : 2)
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  if (one === other || one === null || other === null) return 0
  return one < other ? -1 : 1
}

/**
 * A page of a short list whose rows are all in memory. Sorts them, and keeps those whose columns contain the texts of
 * the filters with the same names. `keyName`: the column that tells rows apart.
 */
export function pieceOfRows<Row extends ListRow>(
  rows: readonly Row[],
  keyName: string,
  { sort, isDescending, size, filters, after }: ListAsked,
  limit: number = size,
): ListPiece<Row> {
  const way = isDescending ? -1 : 1
  const inOrder = (one: Row, other: Row) =>
    way * (compared(one[sort] ?? null, other[sort] ?? null) || compared(one[keyName]!, other[keyName]!))
  const sought = Object.entries(filters).map(([name, wanted]) => ({ name, isFound: seek(wanted) }))
  const says = (row: Row) => sought.every(({ name, isFound }) => isFound(saidBy(String(row[name] ?? ''))))
  const isBeyond = (row: Row) =>
    after === null || way * (compared(row[sort] ?? '', after.value) || compared(row[keyName]!, after.key)) > 0
  const found = rows.filter(says).sort(inOrder).filter(isBeyond)
  const shown = found.slice(0, limit)
  const last = shown[shown.length - 1]
  return { rows: shown, next: last && found.length > limit ? { value: last[sort] ?? '', key: last[keyName]! } : null }
}

/** A list with its rows, within the reach of the person who asks. */
export type ShownList<Actor, Row extends ListRow = ListRow> = {
  shape: ListShape
  /** The values of filters that the address does not set; a list that has some is a queue. */
  opensWith?: Readonly<Record<string, string>>
  /** For a list that reads counts from memory: makes them. Awaited before a file of the list is made. */
  ready?(): Promise<unknown>
  piece(actor: Actor, asked: ListAsked): ListPiece<Row>
  /** Every row of the view, for a file; read piece by piece. */
  all(actor: Actor, asked: ListAsked): Iterable<Row>
}

/** What a store reads of a list in SQL. `reach`: the values that limit it to what somebody may see. */
type ListReader<Row extends ListRow> = {
  piece(asked: ListAsked, reach: object): ListPiece<Row>
  all(asked: ListAsked, reach: object): Iterable<Row>
}

/**
 * A list that a store reads. `reach`: the values that limit it to what a person may see. `opensWith`: the values of
 * filters that the address does not set. `shown`: makes the row that the list shows of the row that was read.
 */
export function listOfStore<Actor, Read extends ListRow, Row extends ListRow = Read>({
  shape,
  reader,
  reach,
  opensWith = {},
  shown = (row) => row as ListRow as Row,
}: {
  shape: ListShape
  reader: ListReader<Read>
  reach(actor: Actor): object
  opensWith?: Readonly<Record<string, string>>
  shown?(row: Read): Row
}): ShownList<Actor, Row> {
  const full = (asked: ListAsked): ListAsked => ({ ...asked, filters: { ...opensWith, ...asked.filters } })
  return {
    shape,
    opensWith,
    piece(actor, asked) {
      const { rows, next } = reader.piece(full(asked), reach(actor))
      return { rows: rows.map(shown), next }
    },
    *all(actor, asked) {
      for (const row of reader.all(full(asked), reach(actor))) yield shown(row)
    },
  }
}

/**
 * A list that stays short, so that all its rows are in memory. `key`: the column that tells rows apart. `rows`: those
 * that a person may see. `readsItself`: the filters that `rows` has applied; every other one is the name of a column.
 */
export function listOfRows<Actor, Row extends ListRow>({
  shape,
  key,
  rows,
  readsItself = [],
}: {
  shape: ListShape
  key: string & keyof Row
  rows(actor: Actor, asked: ListAsked): readonly Row[]
  readsItself?: readonly string[]
}): ShownList<Actor, Row> {
  function piece(actor: Actor, asked: ListAsked, limit?: number) {
    const filters = Object.fromEntries(Object.entries(asked.filters).filter(([name]) => !readsItself.includes(name)))
    return pieceOfRows(rows(actor, asked), key, { ...asked, filters }, limit)
  }
  return {
    shape,
    piece: (actor, asked) => piece(actor, asked),
    all: (actor, asked) => piece(actor, { ...asked, after: null }, Number.POSITIVE_INFINITY).rows,
  }
}
