import { Table } from '#pages/ui/data/Table.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { formatCount } from '#server/i18n/format.ts'
import type { Counts } from '#server/kernel/counts.ts'

/**
 * A table of a report: a line for each value of what it counts by, a column for each measure, and the line of totals if
 * there is one. `empty`: the words for a table without lines. `linesOf`: the address of the list behind a figure, of a line or,
 * with null, of the total. `paged`: the lines are one page of them, and these are the addresses of the others; the totals are those of all.
 */
export function CountTable<Measure extends string>({
  caption,
  by,
  measures,
  lines,
  total,
  empty,
  linesOf,
  paged,
}: {
  caption: string
  /** The head of the first column. */
  by: string
  measures: readonly { key: Measure; title: string }[]
  lines: readonly { value: string; label: string; counts: Counts<Measure> }[]
  total?: { label: string; counts: Counts<Measure> }
  empty?: string
  linesOf?(measure: Measure, value: string | null): string
  paged?: Parameters<typeof Pager>[0]
}) {
  const figure = (measure: Measure, counts: Counts<Measure>, value: string | null) => {
    if (!counts[measure]) return <span className="nought">0</span>
    const shown = formatCount(counts[measure])
    return linesOf ? <a href={linesOf(measure, value)}>{shown}</a> : shown
  }
  return (
    <>
      <Table
        caption={caption}
        rows={lines}
        keyOf={({ value }) => value}
        empty={empty}
        isWide
        columns={[
          { title: by, cell: ({ label }) => nameOf(label), total: total?.label },
          ...measures.map(({ key, title }) => ({
            title,
            cell: ({ counts, value }: (typeof lines)[number]) => figure(key, counts, value),
            isFigure: true,
            total: total && figure(key, total.counts, null),
          })),
        ]}
      />
      {paged && <Pager {...paged} />}
    </>
  )
}

/** A short name, such as that of a round, stays in one line. */
const nameOf = (label: string) => (label.length <= 12 ? <span className="unbroken">{label}</span> : label)
