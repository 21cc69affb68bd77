import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { dueNames } from '#server/domain/money/fees.ts'
import { formatRupees } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The register of refunds. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.refunds')}</h1>
      <p className="lead">{t('settlement:refunds.lead')}</p>
      {data.waiting.length > 0 && <Waiting />}
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
            reason: ({ reason }) => <div className={styles.reason}>{t(`settlement:refund.${reason}`)}</div>,
            status: ({ status }) => t(`settlement:status.${status}`),
            gatewayPaymentId: ({ gatewayPaymentId }) => gatewayPaymentId && <code>{gatewayPaymentId}</code>,
            gatewayRefundId: ({ gatewayRefundId }) => gatewayRefundId && <code>{gatewayRefundId}</code>,
          }}
        />
      </Card>
      <Begin />
    </>
  )
}

/** Refunds that one person has prepared. */
function Waiting() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('settlement:begin.waiting')}>
      <ul className="entries">
        {data.waiting.map(({ id, mayRelease, ...request }) => (
          <li key={id}>
            <Facts
              facts={[
                {
                  label: t('settlement:begin.payment'),
                  value: `${request.reference}, ${formatRupees(request.amount)}`,
                },
                { label: t('list:column.due'), value: t(`payments:due.${request.due}`) },
                {
                  label: t('list:column.userId'),
                  value: `${request.userId} ${request.fullName}`,
                  isWritten: true,
                },
                { label: t('settlement:begin.reason'), value: request.reason, isWritten: true },
                { label: t('settlement:begin.by'), value: `${request.preparedByName}, ${request.preparedAt}` },
              ]}
            />
            {!mayRelease && <p>{t('staff:refusal.second-person')}</p>}
            <div className="acts">
              {mayRelease && <Decide id={id} intent="release" />}
              <Decide id={id} intent="refuse" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Decide({ id, intent }: { id: number; intent: 'release' | 'refuse' }) {
  const t = useT()
  return (
    <Form
      submit={t(`settlement:begin.${intent}`)}
      kind={intent === 'refuse' ? 'danger' : 'quiet'}
      name={`${intent}-${id}`}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="request" value={id} />
    </Form>
  )
}

/** Begins a refund: one person prepares it, another releases it. */
function Begin() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('settlement:begin.title')}>
      <p>{t('settlement:begin.about')}</p>
      <Form submit={t('settlement:begin.preview')} name="begin">
        <Confirm />
        <input type="hidden" name="intent" value="begin" />
        <Field
          name="payment"
          label={t('settlement:begin.payment')}
          hint={t('settlement:begin.payment-hint')}
          value={data.payment ?? undefined}
          required
          width="medium"
          maxLength={20}
        />
        <Field kind="textarea" name="reason" label={t('settlement:begin.reason')} required rows={2} maxLength={300} />
      </Form>
    </Card>
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
