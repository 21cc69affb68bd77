import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import type { ListData } from '#pages/parts/desk/list-view.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { CaseTag } from './CaseTag'

type Row = {
  caseNumber: number
  institute: string
  instituteCode: string
  returnedAt: number | null
  isLate: number
}

/** Cancelled admissions, each with its clock. `route`: the page of the list. */
export function CaseList<Listed extends Row & Record<string, string | number | null>>({
  route,
  list,
}: {
  route: 'returns' | 'cancellations'
  list: ListData<Listed>
}) {
  const { cellBase, language } = useView()
  const t = useT()
  const { state, applicationId, instituteCode } = list.filters
  return (
    <Card>
      <List
        list={list}
        caption={t(`staff:menu.${route}`)}
        empty={t('cancellation:desk.none')}
        keyOf={({ caseNumber }) => caseNumber}
        filters={
          <>
            <ChoiceFilter
              name="state"
              label={t('list:column.state')}
              value={state}
              choices={(['open', 'late', 'recorded'] as const).map((value) => ({
                value,
                label: t(`cancellation:state.${value}`),
              }))}
            />
            <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
            {route === 'cancellations' && (
              <Field name="instituteCode" label={t('list:column.instituteCode')} value={instituteCode} maxLength={10} />
            )}
          </>
        }
        cells={{
          caseNumber: ({ caseNumber }) =>
            route === 'returns' ? (
              <a href={href(cellBase, 'returns/:number', { number: String(caseNumber) })}>{caseNumber}</a>
            ) : (
              caseNumber
            ),
          institute: ({ institute, instituteCode }) => `${institute} (${instituteCode})`,
          returnedAt: ({ returnedAt, isLate }) => (
            <CaseTag
              returned={returnedAt === null ? null : formatDateTime(returnedAt, language)}
              isLate={isLate === 1}
            />
          ),
        }}
      />
    </Card>
  )
}
