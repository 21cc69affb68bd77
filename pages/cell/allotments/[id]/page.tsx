import type { ReactNode } from 'react'
import { type SeatType, seatTypeName } from '../../../../server/domain/seat-types'
import { formatCount } from '../../../../server/i18n/format'
import { languageIn } from '../../../../server/kernel/languages'
import { RunStateTag } from '../../../allotment-parts/RunStateTag'
import { Bars, Figure } from '../../../desk-parts/charts'
import { dossierAddress } from '../../../ui/addresses'
import { Banner } from '../../../ui/Banner'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { useRecheck } from '../../../ui/browser/recheck'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'
import '../../../desk-parts/desk.css'

type Load = (...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>
type Summary = NonNullable<ReturnType<Load>['summary']>

/** A run of the allotment: how far it is, what it came to, what changed, and its release by a second person. */
export default function Page() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  const { id, round, state, summary, failure } = data
  useRecheck(state === 'running')
  const title = t('allotment:run.title', { round, run: id })
  const isWaiting = state === 'prepared' || state === 'released'
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.allotments'), href: href(cellBase, 'allotments') }, { title }]} />
      <h1>{title}</h1>
      <p>
        <RunStateTag state={state} />
      </p>
      {state === 'running' && <UnderWay />}
      {failure && (
        <Banner tone="error" role="alert">
          {t(`allotment:failure.${failure.fault as 'broken'}`)}
          {failure.details.length > 0 && <span lang="en"> {failure.details.join(', ')}</span>}
        </Banner>
      )}
      <Facts />
      {isWaiting && !data.isCurrent && <Banner tone="warn">{t('allotment:refusal.allotment-stale')}</Banner>}
      {state === 'prepared' && data.isCurrent && <Release />}
      {isWaiting && (
        <Card>
          <p>{t('allotment:discard.about')}</p>
          <Form submit={t('allotment:discard.submit')} kind="quiet" name="discard">
            <input type="hidden" name="intent" value="discard" />
          </Form>
        </Card>
      )}
      {summary && (
        <>
          <Tiles summary={summary} />
          <div className="figures">
            <ByType summary={summary} />
            <ByPreference summary={summary} />
          </div>
        </>
      )}
      <Comparison />
      <Dossier />
    </>
  )
}

function UnderWay() {
  const { data } = useView<Load>()
  const t = useT()
  if (!data.progress) return <p role="status">{t('allotment:progress.elsewhere')}</p>
  const { step, done, all } = data.progress
  const words = t(`allotment:progress.${step}`, { done: formatCount(done), all: formatCount(all) })
  return (
    <p role="status">
      <progress max={Math.max(1, all)} value={all ? done : undefined} aria-label={words} />{' '}
      <span className="num">{words}</span>
    </p>
  )
}

function Facts() {
  const { data } = useView<Load>()
  const t = useT()
  const by = (name: string, time: string) => t('allotment:run.by', { name, time })
  const { preparedByName, preparedAt, verifiedAt, releasedByName, releasedAt, publishAt, publishedAt } = data
  const rows: [string, ReactNode][] = [
    [t('allotment:facts.prepared'), by(preparedByName, preparedAt)],
    ...(verifiedAt ? [[t('allotment:facts.verified'), verifiedAt] as [string, string]] : []),
    ...(releasedByName && releasedAt
      ? [[t('allotment:facts.released'), by(releasedByName, releasedAt)] as [string, string]]
      : []),
    publishedAt
      ? [t('allotment:facts.published'), publishedAt]
      : [t('allotment:facts.publication'), publishAt ?? t('allotment:round.not-scheduled')],
  ]
  return (
    <Card>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <Row key={label} label={label} value={value} />
        ))}
      </dl>
    </Card>
  )
}

const Row = ({ label, value }: { label: string; value: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </>
)

function Release() {
  const { data } = useView<Load>()
  const t = useT()
  return (
    <Card tone="next" title={t('allotment:release.title')}>
      {data.mayRelease ? (
        <Form submit={t('allotment:release.submit')} kind="danger" name="release">
          <input type="hidden" name="intent" value="release" />
          <p>{t('allotment:release.about', { time: data.publishAt ?? t('allotment:round.not-scheduled') })}</p>
          <Field kind="checkbox" name="checked" label={t('allotment:release.checked')} required />
        </Form>
      ) : (
        <p>{t('allotment:release.other-person')}</p>
      )}
    </Card>
  )
}

function Tiles({ summary }: { summary: Summary }) {
  const t = useT()
  const { candidates, allotted, retained, seats, vacant, leftOut, droppedChoices } = summary
  const tiles = { candidates, allotted, retained, seats, vacant, leftOut, droppedChoices }
  return (
    <dl className="tiles">
      {Object.entries(tiles).map(([name, count]) => (
        <div key={name}>
          <dt>{t(`allotment:tile.${name as keyof typeof tiles}`)}</dt>
          <dd className="num">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ByType({ summary }: { summary: Summary }) {
  const { language } = useView()
  const t = useT()
  const nameOf = (type: string) => seatTypeName(type as SeatType)[language]
  const { byType, conversions, seats, vacant } = summary
  return (
    <Figure
      title={t('allotment:by-type.title')}
      summary={t('allotment:by-type.summary', { given: formatCount(seats - vacant), seats: formatCount(seats) })}
      table={
        <>
          <Table
            columns={[
              t('allotment:column.seat-type'),
              t('allotment:column.meaning'),
              t('allotment:column.allotted'),
              t('allotment:column.vacant'),
            ]}
            rows={byType.map(({ seatType, allotted, vacant: empty }) => [seatType, nameOf(seatType), allotted, empty])}
          />
          <Table
            columns={[t('allotment:column.from'), t('allotment:column.to'), t('allotment:column.seats')]}
            rows={conversions.map(({ from, to, count }) => [from, to, count])}
          />
        </>
      }
    >
      <Bars
        bars={byType.map(({ seatType, allotted, vacant: empty }) => ({
          label: <span lang="en">{seatType}</span>,
          value: allotted,
          note: empty ? t('allotment:by-type.vacant', { count: formatCount(empty) }) : null,
        }))}
      />
    </Figure>
  )
}

function ByPreference({ summary }: { summary: Summary }) {
  const t = useT()
  const { byPreference, byStage, allotted } = summary
  const first = byPreference[0]?.count ?? 0
  const share = allotted ? Math.round((first / allotted) * 100) : 0
  return (
    <Figure
      title={t('allotment:by-preference.title')}
      summary={t('allotment:by-preference.summary', { share })}
      table={
        <>
          <Table
            columns={[t('allotment:column.preference'), t('allotment:column.candidates')]}
            rows={byPreference.map(({ group, count }) => [t(`allotment:preference.${group}`), count])}
          />
          <Table
            columns={[t('allotment:column.stage'), t('allotment:column.candidates')]}
            rows={byStage.map(({ stage, count }) => [stage, count])}
          />
        </>
      }
    >
      <Bars
        bars={byPreference.map(({ group, count }) => ({ label: t(`allotment:preference.${group}`), value: count }))}
      />
    </Figure>
  )
}

/** The first column names its row; numbers stand to the right. */
function Table({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] }) {
  if (rows.length === 0) return null
  const isNumber = (place: number) => typeof rows[0]![place] === 'number'
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th key={column} scope="col" className={isNumber(place) ? 'num' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells]) => (
          <tr key={`${head} ${cells[0]}`}>
            <th scope="row" lang={languageIn(String(head))}>
              {head}
            </th>
            {cells.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
              <td key={place} {...(typeof cell === 'number' ? { className: 'num' } : { lang: languageIn(cell) })}>
                {typeof cell === 'number' ? formatCount(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Comparison() {
  const { data } = useView<Load>()
  const t = useT()
  if (!data.comparison) return null
  const { run, round, same, moved, gained, lost, changes } = data.comparison
  const counts = { same, moved, gained, lost }
  const title = t('allotment:comparison.title', { run, round })
  return (
    <Card title={title}>
      <dl className="tiles">
        {Object.entries(counts).map(([name, count]) => (
          <div key={name}>
            <dt>{t(`allotment:comparison.${name as keyof typeof counts}`)}</dt>
            <dd className="num">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <details className="desk-section">
          <summary>{t('allotment:comparison.list', { count: changes.length })}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className="scroll" tabIndex={0} aria-label={title}>
            <Table
              columns={[
                t('allotment:column.application-id'),
                t('allotment:column.before'),
                t('allotment:column.after'),
              ]}
              rows={changes.map(({ userId, before, after }) => [userId, before ?? '–', after ?? '–'])}
            />
          </section>
        </details>
      )}
    </Card>
  )
}

function Dossier() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  if (!data.inputHash || !data.resultHash) return null
  return (
    <Card title={t('allotment:dossier.title')}>
      <p>{t('allotment:dossier.about')}</p>
      <p>
        <code>npm run verify-allotment -- FOLDER</code>
      </p>
      <ul>
        {(['input', 'result', 'manifest'] as const).map((file) => (
          <li key={file}>
            <a href={dossierAddress(cellBase, data.id, file)} download>
              <code>{file}.json</code>
            </a>{' '}
            {t(`allotment:dossier.${file}`)}
          </li>
        ))}
      </ul>
      <dl className="facts">
        <dt>{t('allotment:dossier.input-hash')}</dt>
        <dd className="secret">
          <code>{data.inputHash}</code>
        </dd>
        <dt>{t('allotment:dossier.result-hash')}</dt>
        <dd className="secret">
          <code>{data.resultHash}</code>
        </dd>
      </dl>
    </Card>
  )
}
