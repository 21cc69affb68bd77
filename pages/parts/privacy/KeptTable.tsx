import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataPart, ErasureOutcome } from '#server/domain/privacy/erasure.ts'
import { formatDate } from '#server/i18n/format.ts'

/** What an erasure removes and keeps, part by part, with the reason and the end of each part that stays. */
export function KeptTable({ outcome: { erased, kept } }: { outcome: ErasureOutcome }) {
  const { language } = useView()
  const t = useT()
  const rows = [
    ...erased.map((part: DataPart) => ({ part, why: null, until: null })),
    ...kept.map(({ part, why, until }) => ({ part, why, until })),
  ]
  return (
    <Table
      caption={t('dataoffice:request.verdict')}
      rows={rows}
      keyOf={({ part }) => part}
      columns={[
        { title: t('dataoffice:request.part'), cell: ({ part }) => t(`mydata:part.${part}`) },
        {
          title: t('dataoffice:request.fate'),
          isShort: true,
          cell: ({ why }) => (
            <Tag tone={why === null ? 'fix' : 'wait'}>
              {t(why === null ? 'dataoffice:request.erased' : 'dataoffice:request.kept')}
            </Tag>
          ),
        },
        {
          title: t('dataoffice:request.why'),
          cell: ({ why, until }) =>
            why && (
              <>
                {t(`mydata:keep.${why}`)}{' '}
                {until !== null && t('mydata:keep.until', { date: formatDate(until, language) })}
              </>
            ),
        },
      ]}
    />
  )
}
