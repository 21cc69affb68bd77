import { CountTable } from '#pages/parts/desk/CountTable.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Bars, type Column, Columns, Figure, Figures } from '#pages/parts/desk/charts.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { backlogStages, type OverviewTable } from '#server/domain/desk/overview.ts'
import { regionNames } from '#server/domain/terms/regions.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The progress of admissions: candidates by stage, the work of scrutiny, payments, and registrations over time. */
export default function Page() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { region, at } = data
  return (
    <>
      <h1>{t('staff:menu.overview')}</h1>
      <p className="lead">
        {region ? t('overview:of-region', { region: regionNames[region][language] }) : t('overview:of-all')}{' '}
        {t('overview:counted', { at })}
      </p>
      <Tiles />
      <Figures>
        <Funnel />
        <Backlog />
        <Registrations />
        {data.money && <Payments {...data.money} />}
      </Figures>
      {data.mayExportCandidates && <Candidates />}
    </>
  )
}

function Tiles() {
  const { data } = useView<typeof load>()
  const t = useT()
  const of = (name: string) => formatCount(data.funnel.find(({ stage }) => stage === name)?.count ?? 0)
  return (
    <Facts
      layout="tiles"
      facts={[
        { label: t('overview:stage.registered'), value: of('registered') },
        { label: t('overview:stage.submitted'), value: of('submitted') },
        { label: t('overview:waiting'), value: formatCount(data.waiting) },
        { label: t('overview:stage.confirmed'), value: of('confirmed') },
        data.money && { label: t('overview:received'), value: data.money.received },
      ]}
    />
  )
}

function Download({ table }: { table: OverviewTable }) {
  const { cellBase } = useView()
  const t = useT()
  return (
    <CsvDownload
      address={href(cellBase, 'overview.csv')}
      label={t('overview:download')}
      name={t('overview:download-table', { table: t(`overview:title.${table}`) })}
      fields={{ table }}
    />
  )
}

function Funnel() {
  const { data } = useView<typeof load>()
  const t = useT()
  const registered = data.funnel[0]?.count ?? 0
  const share = (count: number) => (registered ? Math.round((count / registered) * 100) : 0)
  const confirmed = data.funnel[data.funnel.length - 1]?.count ?? 0
  return (
    <Figure
      title={t('overview:title.funnel')}
      summary={t('overview:summary.funnel', { share: share(confirmed) })}
      table={
        <Table
          caption={t('overview:title.funnel')}
          rows={data.funnel}
          keyOf={({ stage }) => stage}
          columns={[
            { title: t('overview:column.stage'), cell: ({ stage }) => t(`overview:stage.${stage}`) },
            { title: t('overview:column.candidates'), cell: ({ count }) => formatCount(count), isFigure: true },
            { title: t('overview:column.share'), cell: ({ count }) => `${share(count)} %`, isFigure: true },
          ]}
        />
      }
      beside={<Download table="funnel" />}
    >
      <Bars
        bars={data.funnel.map(({ stage, count }) => ({
          label: t(`overview:stage.${stage}`),
          value: count,
          note: `${share(count)} %`,
        }))}
      />
    </Figure>
  )
}

function Backlog() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { finalListOf } = data
  const old = data.backlog.filter(({ age }) => age === 'week' || age === 'longer')
  const overdue = old.reduce((sum, { stages }) => sum + stages.new + stages['picked-up'], 0)
  return (
    <Figure
      title={t('overview:title.backlog')}
      summary={
        <>
          {t('overview:summary.backlog', { waiting: formatCount(data.waiting), overdue: formatCount(overdue) })}{' '}
          {finalListOf && t('staff:not-in-final-list', { at: finalListOf })}
        </>
      }
      table={
        <CountTable
          caption={t('overview:title.backlog')}
          by={t('overview:column.age')}
          measures={backlogStages.map((key) => ({ key, title: t(`overview:backlog.${key}`) }))}
          lines={data.backlog.map(({ age, stages }) => ({
            value: age,
            label: t(`overview:age.${age}`),
            counts: stages,
          }))}
        />
      }
      beside={<Download table="backlog" />}
    >
      <Bars
        tone="waiting"
        bars={data.backlog.map(({ age, stages }) => ({
          label: t(`overview:age.${age}`),
          value: stages.new + stages['picked-up'],
          note: stages['picked-up'] ? t('overview:picked-up', { picked: formatCount(stages['picked-up']) }) : null,
        }))}
      />
    </Figure>
  )
}

/** The day with the highest value, for the chart's summary. */
const peakOf = (columns: readonly Column[]): Column | undefined =>
  columns.reduce<Column | undefined>((most, one) => (most && most.value >= one.value ? most : one), undefined)

function Registrations() {
  const { data } = useView<typeof load>()
  const t = useT()
  const columns = data.registrations.map(({ day, count }) => ({ label: day, value: count, text: formatCount(count) }))
  const peak = peakOf(columns)
  const summary = peak
    ? t('overview:summary.registrations', { day: peak.label, most: peak.text })
    : t('overview:summary.none')
  return (
    <Figure
      title={t('overview:title.registrations')}
      summary={summary}
      table={
        <Table
          caption={t('overview:title.registrations')}
          rows={[...data.registrations].reverse()}
          keyOf={({ day }) => day}
          columns={[
            { title: t('overview:column.day'), cell: ({ day }) => day },
            { title: t('overview:column.registrations'), cell: ({ count }) => formatCount(count), isFigure: true },
          ]}
        />
      }
      beside={<Download table="registrations" />}
    >
      <Columns columns={columns} name={summary} />
    </Figure>
  )
}

function Payments({ payments, days }: NonNullable<DataOf<typeof load>['money']>) {
  const t = useT()
  const columns = days.map(({ day, rupees, amount }) => ({ label: day, value: rupees, text: amount }))
  const peak = peakOf(columns)
  const summary = peak
    ? t('overview:summary.payments', { day: peak.label, most: peak.text })
    : t('overview:summary.none')
  return (
    <Figure
      title={t('overview:title.payments')}
      summary={summary}
      table={
        <>
          <Table
            caption={t('overview:title.payments')}
            rows={payments}
            keyOf={({ due, status }) => `${due} ${status}`}
            columns={[
              {
                title: t('overview:column.due'),
                cell: ({ due }) => t(`payments:due.${due}`),
              },
              { title: t('overview:column.status'), cell: ({ status }) => t(`payments:status.${status}`) },
              { title: t('overview:column.payments'), cell: ({ count }) => formatCount(count), isFigure: true },
              { title: t('overview:column.amount'), cell: ({ amount }) => amount, isFigure: true },
            ]}
          />
          <Table
            caption={t('overview:title.payments')}
            rows={[...days].reverse()}
            keyOf={({ day }) => day}
            columns={[
              { title: t('overview:column.day'), cell: ({ day }) => day },
              { title: t('overview:column.payments'), cell: ({ count }) => formatCount(count), isFigure: true },
              { title: t('overview:column.amount'), cell: ({ amount }) => amount, isFigure: true },
            ]}
          />
        </>
      }
      beside={<Download table="payments" />}
    >
      <Columns columns={columns} name={summary} />
    </Figure>
  )
}

function Candidates() {
  const { cellBase } = useView()
  const t = useT()
  return (
    <Card title={t('overview:candidates.title')}>
      <p>{t('overview:candidates.about')}</p>
      <CsvDownload address={href(cellBase, 'candidates.csv')} label={t('overview:candidates.download')} />
    </Card>
  )
}
