import { Card } from '../../ui/data/Card'
import { type Column, Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import { CaseTag } from './CaseTag'
import type { CaseLine } from './case.server'

/** Cancelled admissions, newest first, each with its clock. `route`: the page of the list; `place`: where the seat is. */
export function CaseTable({
  route,
  cases,
  next,
  place,
}: {
  route: 'returns' | 'cancellations'
  cases: readonly CaseLine[]
  next: number | null
  place: Column<CaseLine>
}) {
  const { cellBase } = useView()
  const t = useT()
  const inWords = (caseNumber: number) => t('cancellation:case', { number: caseNumber })
  return (
    <Card>
      <Table
        caption={t(`staff:menu.${route}`)}
        rows={cases}
        keyOf={({ caseNumber }) => caseNumber}
        empty={t('cancellation:desk.none')}
        columns={[
          {
            title: t('cancellation:column.case'),
            cell: ({ caseNumber }) =>
              route === 'returns' ? (
                <a href={href(cellBase, 'returns/:number', { number: String(caseNumber) })}>{inWords(caseNumber)}</a>
              ) : (
                inWords(caseNumber)
              ),
          },
          { title: t('cancellation:column.name'), cell: ({ fullName }) => fullName, isWritten: true },
          { title: t('cancellation:column.application-id'), cell: ({ userId }) => userId },
          place,
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
          <Button href={href(cellBase, route, undefined, { before: next })} kind="quiet">
            {t('cancellation:more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
