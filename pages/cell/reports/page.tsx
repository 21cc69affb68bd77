import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { CountTable } from '#pages/parts/desk/CountTable.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { instituteMeasures, jkMeasure, seatMeasures, tallySteps } from '#server/domain/admission/tally.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import type { load } from './page.server'

/** Intake, seats and admissions by region, institute and category. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.reports')}</h1>
      <p className="lead">
        {t('reports:lead')} {data.total[jkMeasure] > 0 && t('reports:jk-apart')}{' '}
        {data.round > 0 && t('reports:counted', { at: data.at })}
      </p>
      {data.choices.length > 0 && <RegionChoice />}
      {data.round === 0 ? <p>{t('reports:none')}</p> : <Report />}
    </>
  )
}

function RegionChoice() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow">
      <SearchForm submit={t('reports:show')} name="region" kind="quiet">
        <ChoiceFilter
          name="region"
          label={t('reports:region')}
          value={data.region ?? undefined}
          any={t('reports:region.all')}
          choices={data.choices}
        />
      </SearchForm>
    </Card>
  )
}

function Report() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const fields = data.region === null ? undefined : { region: data.region }
  const titled = <Measure extends (typeof instituteMeasures)[number]>(measures: readonly Measure[]) =>
    measures.map((key) => ({ key, title: t(`reports:column.${key}`) }))
  const total = { label: t('reports:total'), counts: data.total }
  return (
    <>
      <Card title={t('reports:by-region')}>
        <CountTable
          caption={t('reports:by-region')}
          by={t('reports:region')}
          measures={titled(data.total[jkMeasure] ? instituteMeasures : seatMeasures)}
          lines={data.regions.map(({ name, ...counts }) => ({ value: name, label: name, counts }))}
          total={total}
        />
      </Card>
      <Card title={t('reports:by-category')}>
        <CountTable
          caption={t('reports:by-category')}
          by={t('reports:column.category')}
          measures={titled(tallySteps)}
          lines={data.categories.map(({ category, ...counts }) => ({
            value: category,
            label: category ? t(`meritpages:category.${category as Category}`) : t('reports:category.none'),
            counts,
          }))}
          total={total}
        />
        <CsvDownload
          address={href(cellBase, 'reports.csv')}
          label={t('reports:download.categories')}
          fields={{ table: 'categories', ...fields }}
        />
      </Card>
      <Card title={t('reports:by-institute')}>
        <CountTable
          caption={t('reports:by-institute')}
          by={t('reports:institute')}
          measures={titled(data.total[jkMeasure] ? instituteMeasures : seatMeasures)}
          lines={data.institutes.map((line) => ({
            value: line.code,
            label: `${line.code} ${line.name}`,
            counts: line,
          }))}
          total={total}
          paged={{ ...data.place, at: (page) => href(cellBase, 'reports', undefined, { ...fields, page }) }}
        />
        <CsvDownload
          address={href(cellBase, 'reports.csv')}
          label={t('reports:download.institutes')}
          fields={{ table: 'institutes', ...fields }}
        />
      </Card>
    </>
  )
}
