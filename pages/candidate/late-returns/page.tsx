import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Institutes that did not record in time what they returned after a cancellation. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('cancellation:late.title')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('cancellation:late.lead')}</p>
      <Card>
        <Table
          caption={title}
          rows={data.institutes}
          keyOf={({ code }) => code}
          empty={t('cancellation:late.none')}
          columns={[
            {
              title: t('cancellation:column.institute'),
              cell: ({ institute, code }) => `${institute} (${code})`,
              isName: true,
              isWritten: true,
            },
            { title: t('cancellation:late.open'), cell: ({ open }) => open.length, isFigure: true },
            { title: t('cancellation:late.cases'), cell: ({ open }) => (open.length ? open.join(', ') : null) },
            { title: t('cancellation:late.recorded'), cell: ({ recordedLate }) => recordedLate, isFigure: true },
          ]}
        />
      </Card>
    </>
  )
}
