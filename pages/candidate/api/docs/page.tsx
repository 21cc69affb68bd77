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
      <p className="lead">{t('apidocs:lead')}</p>
      <Card>
        <Facts
          facts={[
            { label: t('apidocs:base'), value: <code>{data.address}</code> },
            { label: t('apidocs:document'), value: <a href={data.document}>{data.document}</a> },
          ]}
        />
        <p>{t('apidocs:rules')}</p>
        <p className="lead">{t('apidocs:bearer-about')}</p>
      </Card>
      {data.groups.length === 0 && <p className="lead">{t('apidocs:none')}</p>}
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
        <Tag tone={needsBearer ? 'todo' : 'wait'}>{t(needsBearer ? 'apidocs:bearer' : 'apidocs:public')}</Tag>
      </h3>
      <p lang="en">{summary}</p>
      {fields.length > 0 && <Fields fields={fields} of={`${method} ${path}`} />}
      <h4>{t('apidocs:answers')}</h4>
      <ul className="plain">
        {answers.map(({ status, data }) => (
          <li key={status}>
            <b>{status}</b> {data === null ? t('apidocs:failure') : <code>{data}</code>}
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
      caption={t('apidocs:fields-of', { call: of })}
      rows={fields}
      keyOf={({ name }) => name}
      isWide
      columns={[
        { title: t('apidocs:field'), cell: ({ name }) => <code>{name}</code> },
        {
          title: t('apidocs:type'),
          cell: ({ type, isRequired }) => `${type}, ${t(isRequired ? 'apidocs:required' : 'apidocs:optional')}`,
        },
        { title: t('apidocs:bounds'), cell: (field) => <Bounds field={field} /> },
      ]}
    />
  )
}

function Bounds({ field: { minLength, maxLength, pattern, oneOf } }: { field: FieldText }) {
  const t = useT()
  const bounds = [
    oneOf !== undefined && t('apidocs:one-of', { values: oneOf }),
    minLength !== undefined && t('apidocs:at-least', { n: minLength }),
    maxLength !== undefined && t('apidocs:at-most', { n: maxLength }),
  ].filter(Boolean)
  return (
    <>
      {bounds.join(', ')}
      {pattern && (
        <>
          {bounds.length > 0 && ', '}
          {t('apidocs:pattern')} <code>{pattern}</code>
        </>
      )}
    </>
  )
}
