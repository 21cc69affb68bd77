import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { CallText, FieldText } from './contract'
import styles from './page.module.css'
import type { load } from './page.server'

/** The candidate API for programmers. Summaries are in English, like the contract. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.api-docs')}</h1>
      <p className="lead">{t('demo:api.lead')}</p>
      <Card>
        <Facts
          facts={[
            { label: t('demo:api.base'), value: <code>{data.address}</code> },
            { label: t('demo:api.document'), value: <a href={data.document}>{data.document}</a> },
          ]}
        />
        <p>{t('demo:api.rules')}</p>
        <p className="lead">{t('demo:api.bearer-about')}</p>
      </Card>
      {data.groups.length === 0 && <p className="lead">{t('demo:api.none')}</p>}
      {data.groups.map(({ name, calls }) => (
        <Card key={name} title={name}>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </Card>
      ))}
    </>
  )
}

function Call({ call: { id, method, path, summary, needsBearer, fields, answers } }: { call: CallText }) {
  const t = useT()
  return (
    <section className={styles.call} translate="no" aria-labelledby={id}>
      <h3 id={id}>
        <code>
          {method} {path}
        </code>{' '}
        <Tag tone={needsBearer ? 'todo' : 'wait'}>{t(needsBearer ? 'demo:api.bearer' : 'demo:api.public')}</Tag>
      </h3>
      <p lang="en">{summary}</p>
      {fields.length > 0 && <Fields fields={fields} of={`${method} ${path}`} />}
      <h4>{t('demo:api.answers')}</h4>
      <ul className="plain">
        {answers.map(({ status, data }) => (
          <li key={status}>
            <b>{status}</b> {data === null ? t('demo:api.failure') : <code>{data}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fields({ fields, of }: { fields: readonly FieldText[]; of: string }) {
  const t = useT()
  return (
    <Table
      caption={t('demo:api.fields-of', { call: of })}
      rows={fields}
      keyOf={({ name }) => name}
      isWide
      columns={[
        { title: t('demo:api.field'), cell: ({ name }) => <code>{name}</code> },
        {
          title: t('demo:api.type'),
          cell: ({ type, isRequired }) => `${type}, ${t(isRequired ? 'demo:api.required' : 'demo:api.optional')}`,
        },
        { title: t('demo:api.bounds'), cell: (field) => <Bounds field={field} /> },
      ]}
    />
  )
}

function Bounds({ field: { minLength, maxLength, pattern, oneOf } }: { field: FieldText }) {
  const t = useT()
  const bounds = [
    oneOf !== undefined && t('demo:api.one-of', { values: oneOf }),
    minLength !== undefined && t('demo:api.at-least', { n: minLength }),
    maxLength !== undefined && t('demo:api.at-most', { n: maxLength }),
  ].filter(Boolean)
  return (
    <>
      {bounds.join(', ')}
      {pattern && (
        <>
          {bounds.length > 0 && ', '}
          {t('demo:api.pattern')} <code>{pattern}</code>
        </>
      )}
    </>
  )
}
