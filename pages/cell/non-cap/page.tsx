import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The candidates who are interested in an institute's own seats. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('staff:menu.non-cap')
  const { form, applicationId } = data.list.filters
  const code = data.code ?? '–'
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('noncap:desk.lead')}</p>
      <Card title={data.institute ? `${data.institute} (${code})` : t('noncap:desk.list', { institute: code })}>
        <List
          list={data.list}
          caption={title}
          empty={t('noncap:desk.none')}
          keyOf={({ userId }) => userId}
          filters={
            <>
              <ChoiceFilter
                name="form"
                label={t('list:column.form')}
                value={form}
                choices={(['submitted', 'confirmed'] as const).map((value) => ({
                  value,
                  label: t(`noncap:form.${value}`),
                }))}
              />
              <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
            </>
          }
          cells={{ form: ({ form }) => t(`noncap:form.${form}`) }}
        />
      </Card>
    </>
  )
}
