import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { StateTag } from '#pages/parts/grievances/Thread.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { waitsOn } from '#server/domain/desk/waiting.ts'
import { grievanceStates, grievanceTypes } from '#server/domain/scrutiny/grievances.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The grievances that this officer may see, the longest waiting first. */
export default function Page() {
  const { cellBase, data, language, now } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.grievances')}</h1>
      <p className="lead">{t('grievances:desk.lead')}</p>
      <Card title={t('grievances:desk.found')}>
        <List
          list={data.list}
          caption={t('grievances:desk.found')}
          empty={t(Object.keys(data.list.filters).length ? 'grievances:desk.none' : 'grievances:desk.none-yet')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            number: ({ id, number }) => (
              <a className="unbroken" href={href(cellBase, 'grievances/:id', { id: String(id) })}>
                {number}
              </a>
            ),
            type: ({ type, dueAt }) => (
              <>
                {t(`grievances:type.${type}`)}
                {dueAt !== null && (
                  <div>
                    <small className={now >= dueAt ? 'overdue' : undefined}>
                      {t(now >= dueAt ? 'grievances:desk.overdue' : 'grievances:desk.due', {
                        by: formatDateTime(dueAt, language),
                      })}
                    </small>
                  </div>
                )}
              </>
            ),
            state: ({ state, isAnswered, reopenedAt }) => (
              <>
                <StateTag state={state} />
                {state === 'open' && isAnswered === 1 && <Tag tone="wait">{t('grievances:desk.answered')}</Tag>}
                {reopenedAt !== null && <Tag tone="warn">{t('thread:entry.reopened')}</Tag>}
              </>
            ),
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state = 'open', type = '', waits = '', applicationId } = data.list.filters
  return (
    <>
      <Field
        kind="select"
        name="state"
        label={t('grievances:desk.state')}
        value={state}
        options={grievanceStates.map((value) => ({ value, label: t(`thread:state.${value}`) }))}
      />
      <ChoiceFilter
        name="type"
        label={t('grievances:desk.type')}
        value={type}
        choices={grievanceTypes.map((value) => ({ value, label: t(`grievances:type.${value}`) }))}
      />
      <ChoiceFilter
        name="waits"
        label={t('grievances:desk.waits')}
        value={waits}
        choices={waitsOn.grievances.map((value) => ({ value, label: t(`staff:inbox.${value}`) }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}
