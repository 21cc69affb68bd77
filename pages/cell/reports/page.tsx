import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Column, Table } from '#pages/ui/data/Table.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type Tally, tallySteps } from '#server/domain/admission/tally.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** Intake, seats and admissions by region, institute and category. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.reports')}</h1>
      <p className="lead">
        {t('reports:lead')} {data.round > 0 && t('reports:counted', { at: data.at })}
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

type Seats = { intake: number; vacant: number }
type Data = Awaited<ReturnType<typeof load>>

function Report() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const fields = data.region === null ? undefined : { region: data.region }
  const counts = <Row extends Tally>(): Column<Row>[] =>
    tallySteps.map((step) => ({
      title: t(`reports:column.${step}`),
      cell: (row) => formatCount(row[step]),
      isFigure: true,
      total: formatCount(data.total[step]),
    }))
  const seats = <Row extends Seats>(name: keyof Seats): Column<Row> => ({
    title: t(`reports:column.${name}`),
    cell: (row) => formatCount(row[name]),
    isFigure: true,
    total: formatCount(data.total[name]),
  })
  return (
    <>
      <Card title={t('reports:by-region')}>
        <Table
          caption={t('reports:by-region')}
          rows={data.regions}
          keyOf={({ name }) => name}
          isWide
          columns={[
            { title: t('reports:region'), cell: ({ name }) => name, total: t('reports:total') },
            seats<Data['regions'][number]>('intake'),
            ...counts<Data['regions'][number]>(),
            seats<Data['regions'][number]>('vacant'),
          ]}
        />
      </Card>
      <Card title={t('reports:by-category')}>
        <Table
          caption={t('reports:by-category')}
          rows={data.categories}
          keyOf={({ category }) => category}
          isWide
          columns={[
            {
              title: t('reports:column.category'),
              cell: ({ category }) =>
                category ? t(`meritpages:category.${category as Category}`) : t('reports:category.none'),
              total: t('reports:total'),
            },
            ...counts<Data['categories'][number]>(),
          ]}
        />
        <CsvDownload
          address={href(cellBase, 'reports.csv')}
          label={t('reports:download.categories')}
          fields={{ table: 'categories', ...fields }}
        />
      </Card>
      <Card title={t('reports:by-institute')}>
        <Table
          caption={t('reports:by-institute')}
          rows={data.institutes}
          keyOf={({ code }) => code}
          isWide
          columns={[
            {
              title: t('reports:institute'),
              cell: ({ code, name }) => `${code} ${name}`,
              total: t('reports:total'),
            },
            seats<Data['institutes'][number]>('intake'),
            ...counts<Data['institutes'][number]>(),
            seats<Data['institutes'][number]>('vacant'),
          ]}
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
