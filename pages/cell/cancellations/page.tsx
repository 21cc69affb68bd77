import { CaseTag } from '../../parts/cancellation/CaseTag'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Every cancelled admission, for the cell. */
export default function Page() {
  const { base, cellBase, data } = useView<typeof load>()
  const t = useT()
  const { cases, next, late } = data
  const title = t('staff:menu.cancellations')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('cancellation:cell.lead')}</p>
      {late > 0 && (
        <Banner tone="warn" action={<a href={href(base, 'late-returns')}>{t('cancellation:late.title')}</a>}>
          {t('cancellation:cell.late', { count: late })}
        </Banner>
      )}
      <Card>
        <Table
          caption={title}
          rows={cases}
          keyOf={({ caseNumber }) => caseNumber}
          empty={t('cancellation:desk.none')}
          columns={[
            {
              title: t('cancellation:column.case'),
              cell: ({ caseNumber }) => t('cancellation:case', { number: caseNumber }),
            },
            { title: t('cancellation:column.name'), cell: ({ fullName }) => fullName, isWritten: true },
            { title: t('cancellation:column.application-id'), cell: ({ userId }) => userId },
            { title: t('cancellation:column.institute'), cell: ({ institute }) => institute, isWritten: true },
            { title: t('cancellation:column.requested'), cell: ({ requested }) => requested },
            { title: t('cancellation:column.due'), cell: ({ due }) => due },
            {
              title: t('cancellation:column.state'),
              cell: ({ returned, isLate }) => <CaseTag returned={returned} isLate={isLate} />,
            },
          ]}
        />
        {next !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'cancellations', undefined, { before: next })} kind="quiet">
              {t('cancellation:more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
