import { StateTag } from '#pages/parts/reporting/StateTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The candidates of one institute that have not been recorded. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { code, name, round, rows } = data
  const isStillOpen = rows.some(({ state }) => state === 'to-report')
  const heading = t(isStillOpen ? 'reporting:cell.to-report' : 'reporting:cell.not-recorded', { round })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.reporting-days'), href: href(cellBase, 'reporting-days', undefined, { round }) },
          { title: code },
        ]}
      />
      <h1>
        <Written>{name}</Written> ({code})
      </h1>
      <Card title={heading}>
        <Table
          caption={heading}
          rows={rows}
          keyOf={({ userId }) => userId}
          empty={t('reporting:cell.all-recorded')}
          columns={[
            { title: t('reporting:column.application-id'), cell: ({ userId }) => userId },
            { title: t('reporting:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
            { title: t('reporting:column.choice-code'), cell: ({ choiceCode }) => choiceCode },
            { title: t('reporting:column.state'), cell: ({ state }) => <StateTag state={state} /> },
          ]}
        />
      </Card>
    </>
  )
}
