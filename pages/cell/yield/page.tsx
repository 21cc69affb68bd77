import { CountTable } from '#pages/parts/desk/CountTable.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Bars, Figure } from '#pages/parts/desk/charts.tsx'
import { ReportHead } from '#pages/parts/desk/ReportHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import {
  type YieldEnd,
  yieldDimensions,
  yieldEnds,
  type yieldMeasures,
  yieldSteps,
} from '#server/domain/admission/yield.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** What became of the seats that each round gave, and why seats were lost. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const linesOf = useLines()
  return (
    <>
      <ReportHead
        title={t('staff:menu.yield')}
        lead={t('yield:lead')}
        data={data}
        dimensions={yieldDimensions}
        labelOf={(dimension) => t(`yield:of.${dimension}`)}
      />
      <Ends />
      <Lines title={t('yield:ends')} measures={yieldEnds} linesOf={linesOf} />
      <p>{t('yield:loss-note')}</p>
      <Lines title={t('yield:steps')} measures={yieldSteps} />
      <Downloads />
    </>
  )
}

/** The address of the seats behind a figure of the report, of one of its lines or of the total. */
function useLines() {
  const { cellBase, data } = useView<typeof load>()
  return (end: YieldEnd, value: string | null) => {
    const of: Partial<Record<string, string>> = {
      ...data.search,
      by: undefined,
      ...(value !== null && { [data.by]: value }),
    }
    return href(cellBase, 'yield-seats', undefined, { end, ...of })
  }
}

/** The ends of all seats as bars, each with the list of its people. */
function Ends() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { total, share } = data
  const linesOf = useLines()
  if (total.allotted === 0) return null
  return (
    <Figure
      title={t('yield:chart', { count: total.allotted })}
      summary={share === null ? t('yield:share-none') : t('yield:share', { share })}
      table={
        <Table
          caption={t('yield:ends')}
          rows={yieldEnds}
          keyOf={(end) => end}
          columns={[
            { title: t('yield:what'), cell: (end: YieldEnd) => t(`yield:${end}`) },
            { title: t('yield:count'), cell: (end) => formatCount(total[end]), isFigure: true },
          ]}
        />
      }
    >
      <Bars
        bars={yieldEnds.map((end) => ({
          label: total[end] > 0 ? <a href={linesOf(end, null)}>{t(`yield:${end}`)}</a> : t(`yield:${end}`),
          value: total[end],
        }))}
      />
    </Figure>
  )
}

function Lines<Measure extends (typeof yieldMeasures)[number]>({
  title,
  measures,
  linesOf,
}: {
  title: string
  measures: readonly Measure[]
  linesOf?(measure: Measure, value: string | null): string
}) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { by, place, search } = data
  return (
    <Card title={title}>
      <CountTable
        caption={`${title}: ${t(`yield:of.${data.by}`)}`}
        by={t(`yield:of.${data.by}`)}
        measures={measures.map((key) => ({ key, title: t(`yield:${key}`) }))}
        lines={data.lines}
        linesOf={linesOf}
        total={{ label: t('reports:total'), counts: data.total }}
        empty={t('yield:nobody')}
        paged={{ ...place, at: (page) => href(cellBase, 'yield', undefined, { ...search, by, page }) }}
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
    <div className="acts">
      <CsvDownload address={href(cellBase, 'yield.csv')} label={t('yield:download')} fields={fields} />
      <CsvDownload address={href(cellBase, 'yield.pdf')} label={t('yield:print')} fields={fields} />
    </div>
  )
}
