import type { ReactNode } from 'react'
import { backlogStages, type OverviewTable } from '../../../server/domain/overview'
import { regionNames } from '../../../server/domain/regions'
import { formatCount } from '../../../server/i18n/format'
import { Bars, type Column, Columns, Figure } from '../../desk-parts/charts'
import { candidatesExportAddress, overviewExportAddress } from '../../ui/addresses'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

/** How the admission goes: how far candidates have come, what scrutiny has before it, what was paid, and when they registered. */
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
      <div className="figures">
        <Funnel />
        <Backlog />
        <Registrations />
        <Payments />
      </div>
      {data.mayExportCandidates && <Candidates />}
    </>
  )
}

function Tiles() {
  const { data } = useView<typeof load>()
  const t = useT()
  const tile = (title: string, value: ReactNode) => (
    <div key={title}>
      <dt>{title}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
  const of = (name: string) => formatCount(data.funnel.find(({ stage }) => stage === name)?.count ?? 0)
  return (
    <dl className="tiles">
      {tile(t('overview:stage.registered'), of('registered'))}
      {tile(t('overview:stage.submitted'), of('submitted'))}
      {tile(t('overview:waiting'), formatCount(data.waiting))}
      {tile(t('overview:stage.confirmed'), of('confirmed'))}
      {tile(t('overview:received'), data.received)}
    </dl>
  )
}

/** Left to the browser: a download is no page. */
function Download({ table }: { table: OverviewTable }) {
  const { cellBase, staff } = useView()
  const t = useT()
  return (
    <form method="post" action={overviewExportAddress(cellBase)}>
      <input type="hidden" name="_csrf" value={staff?.csrf} />
      <input type="hidden" name="table" value={table} />
      <div className="actions">
        <Button kind="quiet" aria-label={t('overview:download-table', { table: t(`overview:title.${table}`) })}>
          {t('overview:download')}
        </Button>
      </div>
    </form>
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
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview:column.stage')}</th>
              <th scope="col" className="num">
                {t('overview:column.candidates')}
              </th>
              <th scope="col" className="num">
                {t('overview:column.share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.funnel.map(({ stage, count }) => (
              <tr key={stage}>
                <th scope="row">{t(`overview:stage.${stage}`)}</th>
                <td className="num">{formatCount(count)}</td>
                <td className="num">{share(count)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
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
  const old = data.backlog.filter(({ age }) => age === 'week' || age === 'longer')
  const overdue = old.reduce((sum, { stages }) => sum + stages.new + stages['picked-up'], 0)
  return (
    <Figure
      title={t('overview:title.backlog')}
      summary={t('overview:summary.backlog', { waiting: formatCount(data.waiting), overdue: formatCount(overdue) })}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview:column.age')}</th>
              {backlogStages.map((stage) => (
                <th key={stage} scope="col" className="num">
                  {t(`overview:backlog.${stage}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.backlog.map(({ age, stages }) => (
              <tr key={age}>
                <th scope="row">{t(`overview:age.${age}`)}</th>
                {backlogStages.map((stage) => (
                  <td key={stage} className="num">
                    {formatCount(stages[stage])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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

/** The day with the most, for the line above a chart. */
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
        <DayTable
          rows={[...data.registrations].reverse().map(({ day, count }) => [day, formatCount(count)])}
          columns={[t('overview:column.day'), t('overview:column.registrations')]}
        />
      }
      beside={<Download table="registrations" />}
    >
      <Columns columns={columns} name={summary} />
    </Figure>
  )
}

function Payments() {
  const { data } = useView<typeof load>()
  const t = useT()
  const columns = data.money.map(({ day, rupees, amount }) => ({ label: day, value: rupees, text: amount }))
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
          <table>
            <thead>
              <tr>
                <th scope="col">{t('overview:column.due')}</th>
                <th scope="col">{t('overview:column.status')}</th>
                <th scope="col" className="num">
                  {t('overview:column.payments')}
                </th>
                <th scope="col" className="num">
                  {t('overview:column.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.payments.map(({ due, status, count, amount }) => (
                <tr key={`${due} ${status}`}>
                  <th scope="row">{t(`payments:due.${due as 'application-fee'}`)}</th>
                  <td>{t(`payments:status.${status}`)}</td>
                  <td className="num">{formatCount(count)}</td>
                  <td className="num">{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <DayTable
            rows={[...data.money].reverse().map(({ day, count, amount }) => [day, formatCount(count), amount])}
            columns={[t('overview:column.day'), t('overview:column.payments'), t('overview:column.amount')]}
          />
        </>
      }
      beside={<Download table="payments" />}
    >
      <Columns columns={columns} name={summary} />
    </Figure>
  )
}

/** Rows by day, newest first; the first column names its row. */
const DayTable = ({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) => (
  <table>
    <thead>
      <tr>
        {columns.map((column, place) => (
          <th key={column} scope="col" className={place ? 'num' : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([day, ...numbers]) => (
        <tr key={day}>
          <th scope="row">{day}</th>
          {numbers.map((number, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
            <td key={place} className="num">
              {number}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Candidates() {
  const { cellBase, staff } = useView()
  const t = useT()
  return (
    <Card title={t('overview:candidates.title')}>
      <p>{t('overview:candidates.about')}</p>
      <form method="post" action={candidatesExportAddress(cellBase)}>
        <input type="hidden" name="_csrf" value={staff?.csrf} />
        <div className="actions">
          <Button kind="quiet">{t('overview:candidates.download')}</Button>
        </div>
      </form>
    </Card>
  )
}
