import { Card } from '../../ui/data/Card'
import { Disclosure } from '../../ui/data/Disclosure'
import { Facts } from '../../ui/data/Facts'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Queued = ReturnType<typeof load>['queue'][number]

/** The gateway's settlements: the import of a report, the lines that differ from the ledger, and the reports so far. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.settlements')}</h1>
      <p className="lead">{t('settlement:lead')}</p>
      <Card tone="narrow" title={t('settlement:new')}>
        <Form submit={t('settlement:import')} name="import" hasFiles>
          <input type="hidden" name="intent" value="import" />
          <Field
            kind="file"
            name="file"
            label={t('settlement:file')}
            hint={t('settlement:file-hint')}
            accept="text/csv,.csv"
            required
          />
        </Form>
      </Card>
      <Card title={t('settlement:queue')}>{data.queued === 0 ? <p>{t('settlement:queue-none')}</p> : <Queue />}</Card>
      <Card title={t('settlement:files')}>
        {data.files.length === 0 && <p>{t('settlement:files-none')}</p>}
        <ul className="entries">
          {data.files.map(({ id, name, importedBy, importedAt, matched, queued, resolved, elsewhere }) => (
            <li key={id}>
              <div className="head">
                <code>{name}</code>
              </div>
              <p>{t('settlement:imported', { name: importedBy, at: importedAt })}</p>
              <p>{t('settlement:of-file', { matched, queued, resolved, elsewhere })}</p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Queue() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <p>
        {t('settlement:queue-about', { count: data.queued })}{' '}
        {data.queued > data.queue.length && t('settlement:queue-more', { shown: data.queue.length })}
      </p>
      <Form submit={t('settlement:again')} name="again" kind="quiet">
        <input type="hidden" name="intent" value="again" />
      </Form>
      <ul className="entries">
        {data.queue.map((line) => (
          <li key={line.id}>
            <QueuedLine line={line} />
          </li>
        ))}
      </ul>
    </>
  )
}

function QueuedLine({ line }: { line: Queued }) {
  const t = useT()
  const { id, entityId, doubt, receipt, orderId, settlementId, utr, userId, amount, credit, debit, settledAt } = line
  const facts = [
    { label: t('settlement:amount'), value: line.currency === 'INR' ? amount : `${amount} (${line.currency})` },
    { label: t('settlement:credit'), value: credit },
    { label: t('settlement:debit'), value: debit },
    { label: t('settlement:candidate'), value: userId },
    { label: t('settlement:receipt'), value: receipt },
    { label: t('settlement:order'), value: orderId },
    { label: t('settlement:settlement'), value: `${settlementId}, ${settledAt}` },
    { label: t('settlement:utr'), value: utr },
  ]
  return (
    <>
      <div className="head">
        <b>{t(`settlement:doubt.${doubt}`)}</b>
        <code>{entityId}</code>
      </div>
      <p>{t('settlement:line', { line: line.line })}</p>
      <Facts facts={facts.filter(({ value }) => value !== null)} />
      <Disclosure kind="inline" summary={t('settlement:resolve-line', { entity: entityId })}>
        <Form submit={t('settlement:resolve')} name={`resolve-${id}`}>
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
    </>
  )
}
