import { CaseTag } from '../../parts/cancellation/CaseTag'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** An institute's cancelled admissions, and which of them wait for its record. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { cases, next } = data
  const title = t('staff:menu.returns')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('cancellation:desk.lead')}</p>
      <Card>
        <Table
          caption={title}
          rows={cases}
          keyOf={({ caseNumber }) => caseNumber}
          empty={t('cancellation:desk.none')}
          columns={[
            {
              title: t('cancellation:column.case'),
              cell: ({ caseNumber }) => (
                <a href={href(cellBase, 'returns/:number', { number: String(caseNumber) })}>
                  {t('cancellation:case', { number: caseNumber })}
                </a>
              ),
            },
            { title: t('cancellation:column.name'), cell: ({ fullName }) => fullName, isWritten: true },
            { title: t('cancellation:column.application-id'), cell: ({ userId }) => userId },
            { title: t('cancellation:column.choice-code'), cell: ({ choiceCode }) => choiceCode },
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
            <Button href={href(cellBase, 'returns', undefined, { before: next })} kind="quiet">
              {t('cancellation:more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
