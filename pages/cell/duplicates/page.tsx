import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { markKinds, suspicionStates } from '#server/domain/application/duplicates.ts'
import { languageIn } from '#server/kernel/languages.ts'
import { Opened } from './Opened'
import styles from './page.module.css'
import type { load } from './page.server'

/** Candidates who may be the same person: a list to check, not a verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { kind, state, applicationId } = data.list.filters
  return (
    <>
      <h1>{t('staff:menu.duplicates')}</h1>
      <p className="lead">{t('helpdesk:duplicates.lead')}</p>
      {data.opened && <Opened suspicion={data.opened} />}
      <Card>
        <List
          list={data.list}
          caption={t('staff:menu.duplicates')}
          empty={t('helpdesk:duplicates.none')}
          keyOf={({ mark }) => mark}
          filters={
            <>
              <ChoiceFilter
                name="kind"
                label={t('list:column.kind')}
                value={kind}
                choices={markKinds.map((value) => ({ value, label: t(`helpdesk:duplicates.${value}`) }))}
              />
              <ChoiceFilter
                name="state"
                label={t('list:column.state')}
                value={state ?? 'open'}
                any={t('helpdesk:duplicates.state.open')}
                choices={suspicionStates
                  .filter((one) => one !== 'open')
                  .map((one) => ({ value: one, label: t(`helpdesk:duplicates.state.${one}`) }))}
              />
              <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
            </>
          }
          cells={{
            kind: ({ kind, mark, userIds }) => (
              <>
                {t(`helpdesk:duplicates.${kind}`)}{' '}
                <a href={`${href(cellBase, 'duplicates', undefined, { suspicion: mark })}#opened`}>
                  {t('helpdesk:duplicates.compare')} <VisuallyHidden>{userIds}</VisuallyHidden>
                </a>
              </>
            ),
            state: ({ state }) => t(`helpdesk:duplicates.state.${state}`),
            userIds: ({ userIds }) =>
              userIds.split('; ').map((userId) => (
                <div key={userId}>
                  <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>
                </div>
              )),
            names: ({ userIds, names }) =>
              names.split('; ').map((name, place) => (
                <div key={userIds.split('; ')[place]} lang={languageIn(name)} className={styles.name}>
                  {name}
                </div>
              )),
          }}
        />
      </Card>
    </>
  )
}
