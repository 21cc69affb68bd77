import { CountTable } from '#pages/parts/desk/CountTable.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Bars, Figure } from '#pages/parts/desk/charts.tsx'
import { ReportHead } from '#pages/parts/desk/ReportHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import {
  returnColumnKey,
  returnColumns,
  returnLineKey,
  type SeasonStage,
  seasonStages,
  stageDimensions,
} from '#server/domain/admission/stages.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import { totalOf } from '#server/kernel/counts.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Data = Awaited<DataOf<typeof load>>

/** How many candidates reached each stage of the season, and the figures of the annual return. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <ReportHead
        title={t('staff:menu.stage-report')}
        lead={t('reports:stages.lead')}
        data={data}
        dimensions={stageDimensions}
        labelOf={(dimension) => t(`reports:stages.by.${dimension}`)}
      />
      <Funnel />
      <Lines />
      <AnnualReturn />
      {data.hasMoney && <Money />}
    </>
  )
}

/** The totals as bars; each bar carries its number, so that the drawing holds nothing that is not also text. */
function Funnel() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { total } = data
  return (
    <Figure
      title={t('reports:stages.funnel')}
      summary={t('reports:stages.summary', {
        registered: formatCount(total.registered),
        admitted: formatCount(total.admitted),
      })}
      table={
        <Table
          caption={t('reports:stages.funnel')}
          rows={seasonStages}
          keyOf={(stage) => stage}
          columns={[
            { title: t('reports:stages.stage'), cell: (stage: SeasonStage) => t(`reports:stages.${stage}`) },
            { title: t('reports:stages.candidates'), cell: (stage) => formatCount(total[stage]), isFigure: true },
          ]}
        />
      }
    >
      <Bars bars={seasonStages.map((stage) => ({ label: t(`reports:stages.${stage}`), value: total[stage] }))} />
    </Figure>
  )
}

function Lines() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { by, lines, place, total, search } = data
  const title = t(`reports:stages.by.${by}`)
  const fields = Object.fromEntries(Object.entries({ ...search, by }).filter(([, value]) => value !== undefined))
  return (
    <Card title={title}>
      <div className={styles.stages}>
        <CountTable
          caption={`${title}: ${t('staff:menu.stage-report')}`}
          by={title}
          measures={seasonStages.map((key) => ({ key, title: t(`reports:stages.${key}`) }))}
          lines={lines}
          total={{ label: t('reports:total'), counts: total }}
          empty={t('reports:stages.nobody')}
          paged={{ ...place, at: (page) => href(cellBase, 'stage-report', undefined, { ...search, by, page }) }}
        />
      </div>
      <div className="acts">
        <CsvDownload
          address={href(cellBase, 'stage-report.csv')}
          label={t('reports:stages.download')}
          fields={fields}
        />
        <CsvDownload address={href(cellBase, 'stage-report.pdf')} label={t('reports:stages.print')} fields={fields} />
      </div>
    </Card>
  )
}

/** Intake, and those admitted by category, gender and group, as the ministry's annual return asks for them. */
function AnnualReturn() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('reports:return.title')}>
      <p>{t('reports:return.about', { intake: formatCount(data.intake) })}</p>
      <CountTable
        caption={t('reports:return.admitted')}
        by={t('reports:return.admitted')}
        measures={[
          ...returnColumns.map((key) => ({
            key,
            title: t(returnColumnKey(key)),
          })),
          { key: 'total' as const, title: t('reports:total') },
        ]}
        lines={data.returns.map(({ line, counts }) => ({
          value: line,
          label: t(returnLineKey(line)),
          counts: { ...counts, total: totalOf(returnColumns, counts) },
        }))}
      />
    </Card>
  )
}

/** What payments and refunds have in common. */
type Money = Pick<Data['payments'][number], 'status' | 'count' | 'amount'>

function Money() {
  const { data } = useView<typeof load>()
  const t = useT()
  const columns = [
    {
      title: t('reports:money.status'),
      cell: ({ status }: Money) => t(`reports:money.${status}`),
    },
    {
      title: t('reports:money.count'),
      cell: ({ count }: Money) => formatCount(count),
      isFigure: true,
    },
    { title: t('reports:money.amount'), cell: ({ amount }: Money) => amount, isFigure: true },
  ]
  return (
    <Card title={t('reports:money.title')}>
      <Table
        caption={t('reports:money.payments')}
        showsCaption
        rows={data.payments}
        keyOf={({ name, status }: Data['payments'][number]) => `${name} ${status}`}
        empty={t('reports:money.none')}
        columns={[
          { title: t('reports:money.due'), cell: ({ name }: Data['payments'][number]) => t(`payments:due.${name}`) },
          ...columns,
        ]}
      />
      {data.refunds.length > 0 && (
        <Table
          caption={t('reports:money.refunds')}
          showsCaption
          rows={data.refunds}
          keyOf={({ name, status }: Data['refunds'][number]) => `${name} ${status}`}
          columns={[
            {
              title: t('reports:money.reason'),
              cell: ({ name }: Data['refunds'][number]) => t(`settlement:refund.${name}`),
            },
            ...columns,
          ]}
        />
      )}
    </Card>
  )
}
