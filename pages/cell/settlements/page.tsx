import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Compared } from '#pages/parts/imports/Warnings.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { settlementColumns, settlementDoubts } from '#server/domain/money/settlement.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatRupees } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Line = DataOf<typeof load>['list']['rows'][number]

/** The gateway's settlements: the import of a report, the lines that differ from the ledger, and the reports so far. */
export default function Page() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const compared = form?.values.compared
  return (
    <>
      <h1>{t('staff:menu.settlements')}</h1>
      <p className="lead">{t('settlement:lead')}</p>
      <Card tone="narrow" title={t('settlement:new')}>
        <Form submit={t('settlement:import')} name="import" hasFiles>
          <input type="hidden" name="intent" value="import" />
          {/* Before the file: an upload is read up to its first file. */}
          {compared && (
            <>
              <input type="hidden" name="compared" value={compared} />
              <p>{t('settlement:choose-again')}</p>
              <Compared />
            </>
          )}
          <FileField
            name="file"
            label={t('settlement:file')}
            hint={t('settlement:file-hint', { columns: settlementColumns.join(', ') })}
            accept="text/csv,.csv"
            takes="table"
            required
          />
        </Form>
      </Card>
      <Card title={t('settlement:queue')}>
        <Lines />
      </Card>
      <Card title={t('settlement:files')}>
        {data.files.length === 0 && <p>{t('settlement:files-none')}</p>}
        <ul className="entries">
          {data.files.map(({ id, name, lines, importedBy, importedAt, matched, queued, resolved, elsewhere }) => (
            <li key={id}>
              <div className="head">
                <code>{name}</code>
              </div>
              <p>{t('settlement:imported', { name: importedBy, at: importedAt })}</p>
              <p>
                {lines
                  ? t('settlement:of-file', { matched, queued, resolved, elsewhere })
                  : t('settlement:of-file-known')}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Lines() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      {data.queued > 0 && (
        <>
          <p>{t('settlement:queue-about', { count: data.queued })}</p>
          <div className={styles.again}>
            <Form submit={t('settlement:again')} name="again" kind="quiet">
              <input type="hidden" name="intent" value="again" />
            </Form>
          </div>
        </>
      )}
      <List
        list={data.list}
        caption={t('settlement:queue')}
        empty={t('settlement:queue-none')}
        keyOf={({ id }) => id}
        filters={<Filters />}
        cells={{
          doubt: (line) => <Doubt line={line} />,
          entityId: ({ entityId }) => <code className={styles.number}>{entityId}</code>,
          state: ({ state }) => t(`settlement:line-state.${state}`),
          amount: ({ amount, currency }) =>
            currency === 'INR' ? formatRupees(amount) : `${formatRupees(amount)} (${currency})`,
          credit: ({ credit }) => formatRupees(credit),
          debit: ({ debit }) => formatRupees(debit),
        }}
      />
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state = 'queued', doubt, applicationId } = data.list.filters
  return (
    <>
      <Field
        kind="select"
        name="state"
        label={t('list:column.state')}
        value={state}
        options={(['queued', 'matched', 'resolved', 'elsewhere'] as const).map((value) => ({
          value,
          label: t(`settlement:line-state.${value}`),
        }))}
      />
      <ChoiceFilter
        name="doubt"
        label={t('list:column.doubt')}
        value={doubt}
        choices={settlementDoubts.map((value) => ({ value, label: t(`settlement:doubt.${value}`) }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}

/** Why a line was queued, and the form that takes it off the queue. */
function Doubt({ line: { id, line, entityId, doubt, state } }: { line: Line }) {
  const t = useT()
  return (
    <div className={styles.doubt}>
      {doubt && t(`settlement:doubt.${doubt}`)} <small className={styles.line}>{t('settlement:line', { line })}</small>
      {state === 'queued' && (
        <Disclosure
          kind="inline"
          summary={
            <>
              {t('settlement:resolve')} <VisuallyHidden>{entityId}</VisuallyHidden>
            </>
          }
        >
          <Form submit={t('settlement:resolve')} name={`resolve-${id}`} kind="quiet">
            <input type="hidden" name="intent" value="resolve" />
            <input type="hidden" name="line" value={id} />
            <Field
              kind="textarea"
              name="reason"
              of={id}
              label={t('settlement:reason')}
              rows={2}
              maxLength={300}
              required
            />
          </Form>
        </Disclosure>
      )}
    </div>
  )
}
