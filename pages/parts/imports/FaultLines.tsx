import type { ReactNode } from 'react'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { CsvLineDoubt } from '#server/domain/terms/csv-table.ts'

/** Where in a file a fault is: the title of that column of the report, and its cell. */
export type FaultPlace<Fault> = { title: string; cell(fault: Fault): ReactNode }

/** Faults or warnings of a file, line by line. `why`: the title of the words; `more`: what follows them. */
export function FaultLines<Fault extends CsvLineDoubt>({
  caption,
  faults,
  place,
  why,
  more,
}: {
  caption: string
  faults: readonly Fault[]
  place: FaultPlace<Fault>
  why: string
  more?(fault: Fault): ReactNode
}) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={faults.map((fault, at) => ({ fault, at }))}
      keyOf={({ at }) => at}
      columns={[
        { title: place.title, cell: ({ fault }) => place.cell(fault), isName: true },
        { title: t('imports:column'), cell: ({ fault: { column } }) => column && <code>{column}</code> },
        {
          title: why,
          cell: ({ fault }) => (
            <>
              {t(`imports:line.${fault.why}` as 'imports:line.required', fault.params)}
              {more?.(fault)}
            </>
          ),
        },
      ]}
    />
  )
}
