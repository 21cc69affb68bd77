import { grievanceStates, grievanceTypes } from '../../../server/domain/scrutiny/grievances'
import { formatDateTime } from '../../../server/i18n/format'
import { languageIn } from '../../../server/kernel/languages'
import { StateTag } from '../../parts/grievances/Thread'
import { Card } from '../../ui/data/Card'
import { Tag } from '../../ui/data/Tag'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Line = Awaited<ReturnType<typeof load>>['lines'][number]

/** The grievances that this officer may see, the longest waiting first. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { search, lines, next, isUnderstood } = data
  return (
    <>
      <h1>{t('staff:menu.grievances')}</h1>
      <p className="lead">{t('grievances:desk.lead')}</p>
      <Card>
        <Search />
      </Card>
      {!isUnderstood && (
        <Banner tone="error" role="alert">
          {t('grievances:desk.bad-search')}
        </Banner>
      )}
      <Card title={t('grievances:desk.found')}>
        {lines.length === 0 ? (
          <p>{t('grievances:desk.none')}</p>
        ) : (
          <ul className="entries">
            {lines.map((line) => (
              <li key={line.id}>
                <QueueLine line={line} />
              </li>
            ))}
          </ul>
        )}
        {next !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'grievances', undefined, { ...search, after: next })} kind="quiet">
              {t('grievances:desk.more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

function Search() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state = 'open', type, applicationId } = data.search
  return (
    <Form method="get" submit={t('grievances:desk.search')} name="search">
      <div className="filters">
        <Field
          kind="select"
          name="state"
          label={t('grievances:desk.state')}
          value={state}
          options={grievanceStates.map((value) => ({ value, label: t(`grievances:state.${value}`) }))}
        />
        <Field
          kind="select"
          name="type"
          label={t('grievances:desk.type')}
          value={type}
          options={grievanceTypes.map((value) => ({ value, label: t(`grievances:type.${value}`) }))}
        />
        <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
      </div>
    </Form>
  )
}

function QueueLine({ line }: { line: Line }) {
  const { cellBase, language } = useView()
  const t = useT()
  const { id, number, userId, fullName, type, state, filedAt, reopenedAt, isAnswered } = line
  return (
    <>
      <div className="head">
        <a href={href(cellBase, 'grievances/:id', { id: String(id) })}>
          <b>{number}</b> {t(`grievances:type.${type}`)}
        </a>
        <StateTag state={state} />
        {state === 'open' && isAnswered === 1 && <Tag tone="wait">{t('grievances:desk.answered')}</Tag>}
        {reopenedAt !== null && <Tag tone="warn">{t('grievances:entry.reopened')}</Tag>}
      </div>
      <p>
        {userId} · <span lang={languageIn(fullName)}>{fullName}</span> · {formatDateTime(filedAt, language)}
      </p>
    </>
  )
}
