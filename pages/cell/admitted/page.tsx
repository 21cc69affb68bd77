import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Everybody whom the institute admitted, and what they still have to hand in. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const title = t('staff:menu.admitted')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('reporting:admitted.lead')}</p>
      <Card>
        <List
          list={data.list}
          caption={title}
          empty={t('reporting:admitted.none')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            fullName: ({ userId, fullName }) => (
              <a href={href(cellBase, 'reporting/:userId', { userId })}>
                <Written>{fullName}</Written>
              </a>
            ),
            awaited: ({ id }) => <Awaited of={id} />,
          }}
        />
      </Card>
    </>
  )
}

function Awaited({ of }: { of: number }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const awaited = data.awaited[of] ?? []
  if (awaited.length === 0) return t('reporting:case.nothing')
  return awaited.map(({ kind, status }) => (
    <span key={kind}>
      {t(`documents:kind.${kind}`)} {status && <StatusTag status={status} />}
    </span>
  ))
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { choiceCode, awaited, applicationId } = data.list.filters
  return (
    <>
      <Field name="choiceCode" label={t('list:column.choiceCode')} value={choiceCode} maxLength={10} />
      <ChoiceFilter
        name="awaited"
        label={t('list:column.awaited')}
        value={awaited}
        choices={[
          { value: 'yes', label: t('list:some') },
          { value: 'no', label: t('list:none') },
        ]}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}
