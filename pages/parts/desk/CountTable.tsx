import { Table } from '#pages/ui/data/Table.tsx'
import { formatCount } from '#server/i18n/format.ts'
import type { Counts } from '#server/kernel/counts.ts'

/**
 * A table of a report: a line for each value of what it counts by, a column for each measure, and the line of totals if
 * there is one. `empty`: the words for a table without lines.
 */
export function CountTable<Measure extends string>({
  caption,
  by,
  measures,
  lines,
  total,
  empty,
}: {
  caption: string
  /** The head of the first column. */
  by: string
  measures: readonly { key: Measure; title: string }[]
  lines: readonly { value: string; label: string; counts: Counts<Measure> }[]
  total?: { label: string; counts: Counts<Measure> }
  empty?: string
}) {
  return (
    <Table
      caption={caption}
      rows={lines}
      keyOf={({ value }) => value}
      empty={empty}
      isWide
      columns={[
        { title: by, cell: ({ label }) => label, total: total?.label },
        ...measures.map(({ key, title }) => ({
          title,
          cell: ({ counts }: (typeof lines)[number]) => formatCount(counts[key]),
          isFigure: true,
          total: total && formatCount(total.counts[key]),
        })),
      ]}
    />
  )
}
