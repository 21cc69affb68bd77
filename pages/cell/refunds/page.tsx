import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { dueNames } from '#server/domain/money/fees.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The register of refunds. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.refunds')}</h1>
      <p className="lead">{t('settlement:refunds.lead')}</p>
      <Card>
        <List
          list={data.list}
          caption={t('staff:menu.refunds')}
          empty={t('settlement:refunds.none')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            due: ({ due }) => t(`payments:due.${due}`),
            amount: ({ amount }) => formatRupees(amount),
            reason: ({ reason }) => t(`settlement:refund.${reason}`),
            status: ({ status }) => t(`settlement:status.${status}`),
            gatewayPaymentId: ({ gatewayPaymentId }) => gatewayPaymentId && <code>{gatewayPaymentId}</code>,
            gatewayRefundId: ({ gatewayRefundId }) => gatewayRefundId && <code>{gatewayRefundId}</code>,
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { status, due, applicationId } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="status"
        label={t('list:column.status')}
        value={status}
        choices={(['requested', 'done', 'failed'] as const).map((value) => ({
          value,
          label: t(`settlement:status.${value}`),
        }))}
      />
      <ChoiceFilter
        name="due"
        label={t('list:column.due')}
        value={due}
        choices={dueNames.map((value) => ({ value, label: t(`payments:due.${value}`) }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}
