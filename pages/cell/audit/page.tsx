import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { DateField } from '#pages/parts/desk/DateField.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { auditActs, isAuditAct } from '#server/domain/terms/audit.ts'
import { staffRoles } from '#server/domain/terms/staff.ts'
import { Details } from './About'
import type { load } from './page.server'

/** The audit log, with a search by act, person, Application ID and date. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { list, words, head } = data
  // With columns of somebody's own choice, each keeps to itself.
  const isSubjectApart = !list.columns.some(({ key, needsRoom }) => key === 'subject' && needsRoom)
  return (
    <>
      <h1>{t('staff:menu.audit')}</h1>
      <p className="lead">{t('staff:audit.lead')}</p>
      <Card title={t('staff:audit.found')}>
        <List
          list={list}
          caption={t('staff:audit.found')}
          empty={t('staff:audit.none')}
          keyOf={({ line }) => line}
          filters={<Filters />}
          cells={{
            act: ({ act }) => (isAuditAct(act) ? t(`staff:act.${act}`) : act),
            role({ role }) {
              const known = staffRoles.find((one) => one === role)
              return known ? t(`staff:role.${known}`) : role
            },
            actorName: ({ line }) => words[line]!.by,
            subject: ({ line }) => words[line]!.about,
            detail: ({ line }) => (
              <Details facts={words[line]!.facts} about={isSubjectApart ? null : words[line]!.about} />
            ),
            hash: ({ hash }) => <code>{hash}</code>,
          }}
        />
      </Card>
      <p className="lead">
        {t('staff:audit.head', { line: head.line })} <code>{`${head.line}:${head.hash}`}</code>
      </p>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { act, actor, applicationId, from, until } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="act"
        label={t('staff:audit.act')}
        value={act}
        any={t('staff:audit.any-act')}
        choices={auditActs.map((name) => ({ value: name, label: t(`staff:act.${name}`) }))}
      />
      <Field name="actor" label={t('staff:audit.actor')} value={actor} />
      <Field name="applicationId" label={t('staff:audit.application-id')} value={applicationId} />
      <DateField name="from" label={t('staff:audit.from')} value={from} />
      <DateField name="until" label={t('staff:audit.until')} value={until} />
    </>
  )
}
