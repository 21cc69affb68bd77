import { AtRisk } from '#pages/parts/certificates/AtRisk.tsx'
import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The queue of certificates. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { kind, applicationId } = data.list.filters
  const kinds = data.kinds.map((one) => ({ value: one, label: t(`documents:kind.${one}`) }))
  return (
    <>
      <h1>{t('staff:menu.certificates')}</h1>
      <p className="lead">{t('certificates:desk.lead')}</p>
      <Card title={t('certificates:desk.waiting')}>
        <List
          list={data.list}
          caption={t('certificates:desk.waiting')}
          empty={t('certificates:desk.none')}
          keyOf={({ id }) => id}
          filters={
            <>
              <ChoiceFilter name="kind" label={t('certificates:desk.kind')} value={kind} choices={kinds} />
              <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
            </>
          }
          cells={{
            kind: ({ id, kind }) => (
              <a href={href(cellBase, 'certificates/:id', { id: String(id) })}>{t(`documents:kind.${kind}`)}</a>
            ),
          }}
        />
      </Card>
      <AtRisk {...data.atRisk} />
    </>
  )
}
