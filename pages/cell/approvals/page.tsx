import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { regionNames, regions } from '#server/domain/terms/regions.ts'
import type { load } from './page.server'

/** The approval lists: how far the second check of each institute's admissions has come. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const { region, code, name } = data.list.filters
  return (
    <>
      <h1>{t('staff:menu.approvals')}</h1>
      <p className="lead">{t('reports:approvals.lead')}</p>
      <Card>
        <List
          list={data.list}
          caption={t('staff:menu.approvals')}
          empty={t('reports:approvals.none')}
          keyOf={(row) => row.code}
          filters={
            <>
              {data.isWholeState && (
                <ChoiceFilter
                  name="region"
                  label={t('reports:region')}
                  value={region}
                  choices={regions.map((value) => ({ value, label: regionNames[value][language] }))}
                />
              )}
              <Field name="code" label={t('list:column.code')} value={code} inputMode="numeric" maxLength={10} />
              <Field name="name" label={t('reports:institute')} value={name} maxLength={100} />
            </>
          }
          cells={{
            code: (row) => <a href={href(cellBase, 'approvals/:code', { code: row.code })}>{row.code}</a>,
            region: (row) => (row.region === null ? t('reports:region.outside') : regionNames[row.region][language]),
          }}
        />
      </Card>
    </>
  )
}
