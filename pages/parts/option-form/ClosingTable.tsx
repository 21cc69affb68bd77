import { memo } from 'react'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import { ChanceFigures } from './Chance'
import type { Head } from './head'
import type { Line } from './lines'
import { RowMenu } from './RowMenu'

type Figure = { merit: number | null; isLeft: boolean } | null
type Row = { type: string; name: string; now: Figure; past: readonly Figure[] }

/** Is there anything to show about closings of the rounds before, or of earlier seasons? */
const hasClosings = ({ closedRound, pastYears }: Pick<Head, 'closedRound' | 'pastYears'>): boolean =>
  closedRound !== null || pastYears.length > 0

/** The menu of a row that only shows its figures; nothing where there are none. */
export function ClosingMenu({ line }: { line: Line }) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  if (!hasClosings(data.head) || !line.isOffered) return null
  return (
    <RowMenu label={t('options:line.see-more', { code: line.code, institute: line.institute ?? '' })}>
      <ClosingTable line={line} />
    </RowMenu>
  )
}

/** What a table of closings needs of a choice. */
type Closed = Pick<Line, 'code' | 'isOffered' | 'instituteCode' | 'closings' | 'past'>

/**
 * The figures behind the chance, and every type of seat that the candidate could get at a choice: the last number admitted in this season's last round, and
 * in the same round of earlier seasons.
 */
export const ClosingTable = memo(function ClosingTable({ line }: { line: Closed }) {
  const { base, data } = useView<() => { head: Head }>()
  const t = useT()
  const { closedRound, pastYears, round } = data.head
  if (!hasClosings(data.head) || !line.isOffered) return null
  const rows = rowsOf(line)
  const figure = (of: Figure) =>
    (of &&
      [of.merit !== null && formatCount(of.merit), of.isLeft && t('options:line.seats-left')]
        .filter(Boolean)
        .join(', ')) ||
    '–'
  return (
    <>
      <ChanceFigures line={line} />
      {line.instituteCode && (
        <p>
          <a href={href(base, 'institude-list/:code', { code: line.instituteCode })}>{t('options:line.institute')}</a>
        </p>
      )}
      {rows.length === 0 && <p>{t('options:line.no-figures')}</p>}
      {rows.length > 0 && (
        <Table
          caption={t('options:line.closings-years')}
          showsCaption
          rows={rows}
          keyOf={({ type }) => type}
          columns={[
            { title: t('options:line.your-seats'), cell: ({ name, type }) => `${name} (${type})` },
            closedRound !== null && {
              title: t('options:line.of-round', { round: closedRound }),
              isFigure: true,
              cell: ({ now }) => figure(now),
            },
            ...pastYears.map((year, place) => ({
              title: t('options:line.of-season', { year, round }),
              isFigure: true,
              cell: ({ past }: Row) => figure(past[place] ?? null),
            })),
          ]}
        />
      )}
    </>
  )
})

/** The types of this season's closings first, then those that only earlier seasons had. */
function rowsOf({ closings, past }: Pick<Line, 'closings' | 'past'>): Row[] {
  const before = new Map(past.map(({ type, years }) => [type, years]))
  const present = closings.map(
    (now): Row => ({ type: now.type, name: now.name, now, past: before.get(now.type) ?? [] }),
  )
  const others = past.filter(({ type }) => !closings.some((closing) => closing.type === type))
  return [...present, ...others.map(({ type, name, years }): Row => ({ type, name, now: null, past: years }))]
}
