import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { RequestTag } from '#pages/parts/privacy/RequestTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { requestKinds, requestStates } from '#server/domain/privacy/requests.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** What candidates ask about their data; what is due first comes first. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.data-requests')}</h1>
      <p className="lead">{t('dataoffice:requests.lead')}</p>
      <Card title={t('dataoffice:requests.found')}>
        <List
          list={data.list}
          caption={t('dataoffice:requests.found')}
          empty={t('dataoffice:requests.none')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            id: ({ id }) => <a href={href(cellBase, 'data-requests/:id', { id: String(id) })}>{`D-${id}`}</a>,
            kind: ({ kind }) => t(`dataoffice:kind.${kind}`),
            dueAt: ({ state, dueAt }) => {
              const at = formatDateTime(dueAt, language)
              const isOverdue = state === 'open' && dueAt <= data.now
              return isOverdue ? <b className="overdue">{t('staff:inbox.overdue', { at })}</b> : at
            },
            state: ({ state }) => <RequestTag state={state} />,
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state = 'open', kind = '', applicationId } = data.list.filters
  return (
    <>
      <Field
        kind="select"
        name="state"
        label={t('dataoffice:requests.state')}
        value={state}
        options={requestStates.map((value) => ({ value, label: t(`mydata:state.${value}`) }))}
      />
      <ChoiceFilter
        name="kind"
        label={t('dataoffice:requests.kind')}
        value={kind}
        choices={requestKinds.map((value) => ({ value, label: t(`dataoffice:kind.${value}`) }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}
