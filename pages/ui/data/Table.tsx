import type { ReactNode } from 'react'
import { languageIn } from '#server/kernel/languages.ts'
import { classNames } from '../class-names'
import { wholeYears } from './whole-years'

export type Column<Row> = {
  /** The header; on a phone it also labels each value of the column. */
  title: string
  /** The content of a cell; `null` leaves its line out on a phone. `place`: the row's index, from 0. */
  cell(row: Row, place: number): ReactNode
  /** Amounts and counts: aligned to the right, with tabular digits. Not for IDs and dates. */
  isFigure?: boolean
  /** An instant, in one line where there is room. */
  isTime?: boolean
  /** A few characters: on a phone the value shares its line with others, as figures do. */
  isShort?: boolean
  /** A string in a person's own words; it gets the language of its script. */
  isWritten?: boolean
  /** Names the row, and heads its card on a phone. The first column by default. */
  isName?: boolean
  /**
   * The place in the two lines of a row on a phone: 1 and 2 in the first line, 3 to 5 in the second. If any column has a
   * place, the columns without one are left out there.
   */
  phonePlace?: 1 | 2 | 3 | 4 | 5
  /** Left out between a phone and a wide screen; a phone's card has it. */
  needsRoom?: boolean
  /** The link that sorts by this column, and the current order by it. */
  sort?: { href: string; order: 'ascending' | 'descending' | null }
  /** The column's total, in the last line. */
  total?: ReactNode
}

type TableProps<Row> = {
  caption: string
  /** Empty columns (`false`, `undefined`, …) are left out. */
  columns: readonly (Column<Row> | false | null | undefined)[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
  empty?: ReactNode
  showsCaption?: boolean
  isWide?: boolean
  isEven?: boolean
  rowClass?(row: Row): string | undefined
}

/**
 * Rows with named columns. On a phone each row of more than two columns is a card: its name, then its values with their
 * labels, or two lines if columns have a `phonePlace`. `caption`: the contents of the table, for screen readers only unless `showsCaption`. `empty`: the words for a
 * table without rows. `isWide`: the table scrolls sideways if it does not fit. `isEven`: on a phone the figures of a row stand
 * side by side in columns, each below its label.
 */
export function Table<Row>({
  caption,
  columns: given,
  rows,
  keyOf,
  empty,
  showsCaption,
  isWide,
  isEven,
  rowClass,
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <p>{empty}</p>
  const columns = given.filter((column) => !!column)
  const names = Math.max(
    0,
    columns.findIndex(({ isName }) => isName),
  )
  const hasTotals = columns.some(({ total }) => total !== undefined)
  const isSortable = columns.some(({ sort }) => sort)
  const isDense = columns.some(({ phonePlace }) => phonePlace)
  const table = (
    <table
      className={
        classNames(
          columns.length > 2 && 'cards',
          isSortable && 'sortable',
          isDense && 'dense',
          isEven && columns.length > 2 && 'even',
        ) || undefined
      }
    >
      <caption className={showsCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.title} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={keyOf(row)} className={rowClass?.(row)}>
            {columns.map((column, place) => (
              <Cell key={column.title} column={column} isName={place === names}>
                {column.cell(row, line)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {hasTotals && (
        <tfoot>
          <tr>
            {columns.map((column, place) => (
              <Cell key={column.title} column={{ ...column, isWritten: false }} isName={place === names}>
                {column.total}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  if (!isWide) return table
  return (
    // A group, since the panel around it is often a landmark of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scrolling area
    <div className="scroll" role="group" tabIndex={0} aria-label={caption}>
      {table}
    </div>
  )
}

function Header<Row>({ column: { title, isFigure, needsRoom, sort } }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      className={classNames(isFigure && 'num', needsRoom && 'roomy') || undefined}
      aria-sort={sort ? (sort.order ?? 'none') : undefined}
    >
      {sort ? <a href={sort.href}>{title}</a> : wholeYears(title)}
    </th>
  )
}

/** A value with its label for phones; the row's name has no label. */
function Cell<Row>({
  column: { title, isFigure, isTime, isShort, isWritten, needsRoom, phonePlace },
  isName,
  children,
}: {
  column: Column<Row>
  isName: boolean
  children: ReactNode
}) {
  const kind = isFigure ? 'num' : isTime ? 'time' : isShort ? 'short' : undefined
  const className = classNames(kind, needsRoom && 'roomy') || undefined
  const lang = isWritten && typeof children === 'string' ? languageIn(children) : undefined
  if (isName) {
    return (
      <th
        scope="row"
        className={className}
        lang={lang}
        data-place={phonePlace}
        data-label={isFigure && !phonePlace ? title : undefined}
      >
        {children}
      </th>
    )
  }
  return (
    <td className={className} lang={lang} data-label={title} data-place={phonePlace}>
      {children}
    </td>
  )
}
