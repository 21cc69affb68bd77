import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { languageIn } from '#server/kernel/languages.ts'
import type { load } from './page.server'

type Suspicion = NonNullable<DataOf<typeof load>['opened']>

/** A suspicion: its candidates side by side, and the two ways to settle it. */
export function Opened({ suspicion }: { suspicion: Suspicion }) {
  const { cellBase } = useView()
  const t = useT()
  const { kind, found, people, state, dismissed } = suspicion
  const title = t('helpdesk:duplicates.opened', { kind: t(`helpdesk:duplicates.${kind}`), at: found })
  return (
    <>
      <Card title={title} place="opened">
        <Table
          caption={title}
          rows={people}
          keyOf={({ userId }) => userId}
          empty=""
          columns={[
            {
              title: t('shell:application-id'),
              cell: ({ userId }) => <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>,
            },
            {
              title: t('list:column.fullName'),
              cell: ({ fullName }) => <Written>{fullName}</Written>,
            },
            {
              title: t('helpdesk:duplicates.person.submitted'),
              cell: ({ submitted }) => submitted ?? t('helpdesk:duplicates.person.none'),
            },
            {
              title: t('helpdesk:duplicates.person.state'),
              cell: (person) => t(`application:standing.${person.state}`),
            },
          ]}
        />
        {state === 'settled' && <p>{t('helpdesk:duplicates.settled')}</p>}
        {dismissed && (
          <>
            <p>{t('helpdesk:duplicates.dismissed', dismissed)}</p>
            <p className="words" lang={languageIn(dismissed.remark)}>
              {dismissed.remark}
            </p>
          </>
        )}
        {state === 'dismissed' && (
          <Form submit={t('helpdesk:duplicates.reopen')} name="reopen" kind="quiet">
            <input type="hidden" name="intent" value="reopen" />
            <input type="hidden" name="suspicion" value={suspicion.name} />
          </Form>
        )}
      </Card>
      {state === 'open' && (
        <>
          <Merge people={people} />
          <Dismissal name={suspicion.name} />
        </>
      )}
    </>
  )
}

/** An order for each way to keep one application and cancel another. */
function Merge({ people }: { people: Suspicion['people'] }) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const alive = people.filter(({ isExcluded }) => !isExcluded)
  const pairs = alive.flatMap((kept) => alive.flatMap((other) => (other === kept ? [] : [{ kept, other }])))
  return (
    <Card title={t('helpdesk:duplicates.merge')}>
      {data.mayOrder ? (
        <>
          <p>{t('helpdesk:duplicates.merge.about')}</p>
          <ul>
            {pairs.map(({ kept, other }) => {
              const query = { kind: 'cancel-application', applicationId: other.userId, kept: kept.userId }
              return (
                <li key={`${kept.userId} ${other.userId}`}>
                  <a href={href(cellBase, 'orders', undefined, query)}>
                    {t('helpdesk:duplicates.merge.go', { kept: kept.userId, cancelled: other.userId })}
                  </a>
                </li>
              )
            })}
          </ul>
        </>
      ) : (
        <p>{t('helpdesk:duplicates.merge.ask')}</p>
      )}
    </Card>
  )
}

function Dismissal({ name }: { name: string }) {
  const t = useT()
  return (
    <Card title={t('helpdesk:duplicates.dismiss')}>
      <p>{t('helpdesk:duplicates.dismiss.about')}</p>
      <Form submit={t('helpdesk:duplicates.dismiss.submit')} name="dismiss" kind="quiet">
        <input type="hidden" name="intent" value="dismiss" />
        <input type="hidden" name="suspicion" value={name} />
        <Field
          name="remark"
          label={t('helpdesk:duplicates.remark')}
          hint={t('helpdesk:duplicates.remark-hint')}
          required
          maxLength={300}
        />
      </Form>
    </Card>
  )
}
