import type { ReactNode } from 'react'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { CsvLineFault } from '#server/domain/terms/csv-table.ts'
import { formatCount } from '#server/i18n/format.ts'

/** What a fault is about, besides its line: the title of that column of the report, and its cell. */
export type FaultSubject<Fault> = { title: string; cell(fault: Fault): ReactNode }

type Row<Fault> = { fault: Fault; at: number }

/** Faults or warnings of a file, line by line. `why`: the title of the words; `more`: what follows them. */
export function FaultLines<Fault extends CsvLineFault>({
  caption,
  faults,
  count,
  of,
  why,
  more,
}: {
  caption: string
  faults: readonly Fault[]
  /** How many there are; the first of them are shown. */
  count: number
  of?: FaultSubject<Fault>
  why: string
  more?(fault: Fault): ReactNode
}) {
  const t = useT()
  return (
    <>
      <Table
        caption={caption}
        rows={faults.map((fault, at) => ({ fault, at }))}
        keyOf={({ at }) => at}
        columns={[
          {
            title: t('imports:line'),
            cell: ({ fault: { line } }) => (line ? formatCount(line) : '–'),
            isName: true,
          },
          ...(of ? [{ title: of.title, cell: ({ fault }: Row<Fault>) => of.cell(fault) }] : []),
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
      {count > faults.length && <p>{t('imports:faults.more', { count: count - faults.length })}</p>}
    </>
  )
}
