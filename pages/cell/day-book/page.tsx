import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

const columns = ['captured', 'refunded', 'settled', 'charges'] as const

/** The day book: money per day and due, and the totals of each due. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.day-book')}</h1>
      <p className="lead">{t('settlement:day-book.lead')}</p>
      {data.days.length === 0 ? (
        <p>{t('settlement:day-book.none')}</p>
      ) : (
        <>
          <p className="hint">{t('settlement:day-book.counted', { at: data.countedAt })}</p>
          <Totals />
          <Days />
          <CsvDownload address={href(cellBase, 'day-book.csv')} label={t('settlement:export')} />
        </>
      )}
    </>
  )
}

function Totals() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('settlement:totals')}>
      <Table
        caption={t('settlement:totals')}
        rows={data.totals}
        keyOf={({ due }) => due}
        columns={[
          { title: t('settlement:due'), cell: ({ due }) => t(`payments:due.${due}`), total: t('settlement:sum') },
          ...[...columns, 'open' as const].map((column) => ({
            title: t(`settlement:${column}`),
            cell: (row: (typeof data.totals)[number]) => row[column],
            isFigure: true,
            total: data.all[column],
          })),
        ]}
      />
    </Card>
  )
}

function Days() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('settlement:days')}>
      {data.isCut && <p>{t('settlement:day-book.newest', { days: data.daysShown })}</p>}
      <Table
        caption={t('settlement:days')}
        rows={data.days}
        keyOf={({ day, due }) => `${day} ${due}`}
        columns={[
          { title: t('settlement:day'), cell: ({ day }) => day },
          { title: t('settlement:due'), cell: ({ due }) => t(`payments:due.${due}`) },
          ...columns.map((column) => ({
            title: t(`settlement:${column}`),
            cell: (row: (typeof data.days)[number]) => row[column],
            isFigure: true,
          })),
        ]}
      />
    </Card>
  )
}
