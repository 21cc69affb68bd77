import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { CountTable } from '#pages/parts/desk/CountTable.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { yieldDimensions, yieldMeasures, yieldSteps } from '#server/domain/admission/yield.ts'
import type { load } from './page.server'

/** What became of the seats that each round gave, and why seats were lost. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.yield')}</h1>
      <p className="lead">
        {t('yield:lead')} {t('reports:counted', { at: data.at })}
      </p>
      <Card>
        <Search />
      </Card>
      {!data.isUnderstood && (
        <Banner tone="error" role="alert">
          {t('reports:stages.bad-search')}
        </Banner>
      )}
      {data.share !== null && (
        <p>
          <b>{t('yield:share', { share: data.share })}</b>
        </p>
      )}
      <Lines title={t('yield:ends')} measures={yieldMeasures.slice(yieldSteps.length)} />
      <p>{t('yield:loss-note')}</p>
      <Lines title={t('yield:steps')} measures={yieldSteps} />
      <Downloads />
    </>
  )
}

function Search() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { by, search, choices, institutes } = data
  return (
    <SearchForm submit={t('reports:show')} name="search" kind="quiet">
      <div className="filters">
        <Field
          kind="select"
          name="by"
          label={t('reports:stages.by')}
          value={by}
          options={yieldDimensions.map((value) => ({ value, label: t(`yield:of.${value}`) }))}
        />
        {(['round', 'category', 'seatType'] as const).map((name) => (
          <ChoiceFilter
            key={name}
            name={name}
            label={t(`yield:of.${name}`)}
            value={search[name]}
            any={t('reports:stages.all')}
            choices={choices[name]}
          />
        ))}
        <Field
          name="institute"
          label={t('yield:of.institute')}
          value={search.institute}
          maxLength={16}
          suggestions={institutes.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
    </SearchForm>
  )
}

function Lines({ title, measures }: { title: string; measures: readonly (typeof yieldMeasures)[number][] }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={title}>
      <CountTable
        caption={`${title}: ${t(`yield:of.${data.by}`)}`}
        by={t(`yield:of.${data.by}`)}
        measures={measures.map((key) => ({ key, title: t(`yield:${key}`) }))}
        lines={data.lines}
        total={{ label: t('reports:total'), counts: data.total }}
        empty={t('yield:nobody')}
      />
    </Card>
  )
}

function Downloads() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const fields = Object.fromEntries(
    Object.entries({ ...data.search, by: data.by }).filter(([, value]) => value !== undefined),
  )
  return (
    <>
      <CsvDownload address={href(cellBase, 'yield.csv')} label={t('yield:download')} fields={fields} />
      <CsvDownload address={href(cellBase, 'yield.pdf')} label={t('yield:print')} fields={fields} />
    </>
  )
}
