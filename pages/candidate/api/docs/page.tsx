import { Card } from '../../../ui/Card'
import { Tag } from '../../../ui/Tag'
import { useT, useView } from '../../../ui/view'
import type { CallText, FieldText } from './contract'
import type { load } from './page.server'
import './page.css'

/** The candidate API for those who write programs. Summaries are English, as the contract is. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.api-docs')}</h1>
      <p className="lead">{t('demo:api.lead')}</p>
      <Card>
        <dl className="facts">
          <dt>{t('demo:api.base')}</dt>
          <dd>
            <code>{data.address}</code>
          </dd>
          <dt>{t('demo:api.document')}</dt>
          <dd>
            <a href={data.document}>{data.document}</a>
          </dd>
        </dl>
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
    <section className="call" aria-labelledby={id}>
      <h3 id={id}>
        <code>
          {method} {path}
        </code>{' '}
        <Tag tone={needsBearer ? 'todo' : 'wait'}>{t(needsBearer ? 'demo:api.bearer' : 'demo:api.public')}</Tag>
      </h3>
      <p lang="en">{summary}</p>
      {fields.length > 0 && <Fields fields={fields} of={`${method} ${path}`} />}
      <dl>
        <dt>{t('demo:api.answers')}</dt>
        {answers.map(({ status, data }) => (
          <dd key={status}>
            <b className="num">{status}</b> {data === null ? t('demo:api.failure') : <code>{data}</code>}
          </dd>
        ))}
      </dl>
    </section>
  )
}

function Fields({ fields, of }: { fields: readonly FieldText[]; of: string }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="scroll" aria-label={t('demo:api.fields-of', { call: of })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('demo:api.field')}</th>
            <th scope="col">{t('demo:api.type')}</th>
            <th scope="col">{t('demo:api.bounds')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">
                <code>{field.name}</code>
              </th>
              <td>
                {field.type}, {t(field.isRequired ? 'demo:api.required' : 'demo:api.optional')}
              </td>
              <td>
                <Bounds field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
