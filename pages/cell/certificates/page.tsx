import { AtRisk } from '../../parts/certificates/AtRisk'
import { ChoiceFilter } from '../../parts/desk/ChoiceFilter'
import { List } from '../../parts/desk/List'
import { Card } from '../../ui/data/Card'
import { Field } from '../../ui/form/Field'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
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
