import { auditActs, isAuditAct } from '../../../server/domain/portal/audit'
import { formatDateTime } from '../../../server/i18n/format'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Line = Awaited<ReturnType<typeof load>>['lines'][number]

/** The audit log, with a search by act, person, Application ID and date, and a CSV export. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { search, lines, older, head, isUnderstood } = data
  return (
    <>
      <h1>{t('staff:menu.audit')}</h1>
      <p className="lead">{t('staff:audit.lead')}</p>
      <Card>
        <Search />
      </Card>
      {!isUnderstood && (
        <Banner tone="error" role="alert">
          {t('staff:audit.bad-search')}
        </Banner>
      )}
      <Card title={t('staff:audit.found')}>
        {lines.length === 0 ? (
          <p>{t('staff:audit.none')}</p>
        ) : (
          <ul className="entries">
            {lines.map((line) => (
              <li key={line.id}>
                <AuditLine line={line} />
              </li>
            ))}
          </ul>
        )}
        {older !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'audit', undefined, { ...search, before: older })} kind="quiet">
              {t('staff:audit.older')}
            </Button>
          </div>
        )}
      </Card>
      {isUnderstood && lines.length > 0 && <Export />}
      <p className="lead">
        {t('staff:audit.head', { line: head.line })} <code>{`${head.line}:${head.hash}`}</code>
      </p>
    </>
  )
}

function Search() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { act, actor, applicationId, from, until } = data.search
  return (
    <Form method="get" submit={t('staff:audit.search')} name="search">
      <div className="filters">
        <Field
          kind="select"
          name="act"
          label={t('staff:audit.act')}
          value={act}
          options={[
            { value: '', label: t('staff:audit.any-act') },
            ...auditActs.map((name) => ({ value: name, label: t(`staff:act.${name}`) })),
          ]}
        />
        <Field name="actor" label={t('staff:audit.actor')} value={actor} />
        <Field name="applicationId" label={t('staff:audit.application-id')} value={applicationId} />
        <Field kind="date" name="from" label={t('staff:audit.from')} value={from} />
        <Field kind="date" name="until" label={t('staff:audit.until')} value={until} />
      </div>
    </Form>
  )
}

function AuditLine({ line }: { line: Line }) {
  const { language } = useView()
  const t = useT()
  const { id, at, actorName, act, userId, subject, detail } = line
  return (
    <>
      <div className="head">
        <b>{isAuditAct(act) ? t(`staff:act.${act}`) : act}</b>
        <span>{actorName}</span>
        {(userId ?? subject) && <code>→ {userId ?? subject}</code>}
      </div>
      <p>
        {formatDateTime(at, language)} · {t('staff:audit.line', { line: id })}
      </p>
      {detail !== '{}' && <code>{detail}</code>}
    </>
  )
}

/** A native form with the search, because the browser handles downloads. */
function Export() {
  const { cellBase, staff, data } = useView<typeof load>()
  const t = useT()
  return (
    <form method="post" action={href(cellBase, 'audit.csv')}>
      <input type="hidden" name="_csrf" value={staff?.csrf} />
      {Object.entries(data.search).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="lead">{t('staff:audit.export-about')}</p>
      <div className="actions">
        <Button kind="quiet">{t('staff:audit.export')}</Button>
      </div>
    </form>
  )
}
