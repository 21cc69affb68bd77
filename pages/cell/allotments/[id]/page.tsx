import { Bars, Figure, Figures } from '#pages/parts/desk/charts.tsx'
import { Concerns } from '#pages/parts/release/Concerns.tsx'
import { ReleaseStateTag } from '#pages/parts/release/ReleaseStateTag.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Summary = NonNullable<DataOf<typeof load>['summary']>

/** A run of the allotment: its progress, its results, the changes, and its release by a second person. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, round, state, summary, failure } = data
  useRecheck(state === 'preparing')
  const title = t('allotment:run.title', { round, run: id })
  const isWaiting = state === 'prepared' || state === 'released'
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.allotments'), href: href(cellBase, 'allotments') }, { title }]} />
      <h1>{title}</h1>
      <p>
        <ReleaseStateTag state={state} />
      </p>
      {state === 'preparing' && <UnderWay />}
      {failure && (
        <Banner tone="error" role="alert">
          {t(`allotment:failure.${failure.fault as 'broken'}`)}
          {failure.details.length > 0 && <span lang="en"> {failure.details.join(', ')}</span>}
        </Banner>
      )}
      <History />
      {isWaiting && !data.isCurrent && <Banner tone="warn">{t('allotment:refusal.allotment-stale')}</Banner>}
      {state === 'prepared' && data.isCurrent && data.givenUp > 0 && (
        <Banner tone="warn">{t('allotment:refusal.allotment-seats-given-up', { count: data.givenUp })}</Banner>
      )}
      {state === 'prepared' && data.isCurrent && data.givenUp === 0 && <Release />}
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
          <div className="actions">
            <Button href={href(cellBase, 'allotments/:id/seats', { id: String(id) })} kind="quiet">
              {t('allotment:seats.open')}
            </Button>
          </div>
          <Tiles summary={summary} />
          <Figures>
            <ByType summary={summary} />
            <ByPreference summary={summary} />
          </Figures>
        </>
      )}
      <Comparison />
      <Dossier />
    </>
  )
}

function UnderWay() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { step, done, total } = data.progress ?? { step: 'waiting' as const, done: 0, total: 0 }
  const words = t(`allotment:progress.${step}`, { done: formatCount(done), all: formatCount(total) })
  return (
    <p role="status">
      <progress max={Math.max(1, total)} value={total ? done : undefined} aria-label={words} /> {words}
    </p>
  )
}

function History() {
  const { data } = useView<typeof load>()
  const t = useT()
  const by = (name: string, time: string) => t('allotment:run.by', { name, time })
  const { preparedByName, preparedAt, verifiedAt, releasedByName, releasedAt, publishAt, publishedAt } = data
  return (
    <Card>
      <Facts
        facts={[
          { label: t('allotment:facts.prepared'), value: by(preparedByName, preparedAt) },
          verifiedAt && { label: t('allotment:facts.verified'), value: verifiedAt },
          releasedByName &&
            releasedAt && { label: t('allotment:facts.released'), value: by(releasedByName, releasedAt) },
          publishedAt
            ? { label: t('allotment:facts.published'), value: publishedAt }
            : { label: t('allotment:facts.publication'), value: publishAt ?? t('allotment:round.not-scheduled') },
        ]}
      />
    </Card>
  )
}

function Release() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone={data.mayRelease ? 'next' : 'plain'} title={t('allotment:release.title')}>
      {data.mayRelease ? (
        <Form submit={t('allotment:release.submit')} name="release">
          <input type="hidden" name="intent" value="release" />
          <p>{t('allotment:release.about', { time: data.publishAt ?? t('allotment:round.not-scheduled') })}</p>
          <Concerns concerns={data.concerns} />
          <Field kind="checkbox" name="checked" label={t('allotment:release.checked')} required />
        </Form>
      ) : (
        <p>{t('staff:refusal.second-person')}</p>
      )}
    </Card>
  )
}

function Tiles({ summary }: { summary: Summary }) {
  const t = useT()
  const { candidates, allotted, retained, seats, vacant, leftOut, droppedChoices } = summary
  const tiles = { candidates, allotted, retained, seats, vacant }
  return (
    <>
      <Facts
        layout="tiles"
        facts={Object.entries(tiles).map(([name, count]) => ({
          label: t(`allotment:tile.${name as keyof typeof tiles}`),
          value: formatCount(count),
        }))}
      />
      <p>
        {t('allotment:tile.leftOut')}: <b>{formatCount(leftOut)}</b>
        {' · '}
        {t('allotment:tile.droppedChoices')}: <b>{formatCount(droppedChoices)}</b>
      </p>
    </>
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
            caption={t('allotment:by-type.title')}
            rows={byType}
            keyOf={({ seatType }) => seatType}
            columns={[
              { title: t('allotment:column.seat-type'), cell: ({ seatType }) => seatType, isWritten: true },
              { title: t('allotment:column.meaning'), cell: ({ seatType }) => nameOf(seatType) },
              { title: t('allotment:column.allotted'), cell: (row) => formatCount(row.allotted), isFigure: true },
              { title: t('allotment:column.vacant'), cell: (row) => formatCount(row.vacant), isFigure: true },
            ]}
          />
          {conversions.length > 0 && (
            <Table
              caption={t('allotment:by-type.conversions')}
              showsCaption
              rows={conversions}
              keyOf={({ from, to }) => `${from} ${to}`}
              columns={[
                { title: t('allotment:column.from'), cell: ({ from }) => from, isWritten: true },
                { title: t('allotment:column.to'), cell: ({ to }) => to, isWritten: true },
                { title: t('allotment:column.seats'), cell: ({ count }) => formatCount(count), isFigure: true },
              ]}
            />
          )}
        </>
      }
    >
      <Bars
        bars={byType.map(({ seatType, allotted, vacant: empty }) => ({
          label: <span lang="en">{seatType}</span>,
          value: allotted,
          note: [nameOf(seatType), empty > 0 && t('allotment:by-type.vacant', { count: formatCount(empty) })]
            .filter(Boolean)
            .join(' · '),
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
            caption={t('allotment:by-preference.title')}
            rows={byPreference}
            keyOf={({ group }) => group}
            columns={[
              { title: t('allotment:column.preference'), cell: ({ group }) => t(`allotment:preference.${group}`) },
              { title: t('allotment:column.candidates'), cell: ({ count }) => formatCount(count), isFigure: true },
            ]}
          />
          <Table
            caption={t('allotment:column.stage')}
            rows={byStage}
            keyOf={({ stage }) => stage}
            columns={[
              { title: t('allotment:column.stage'), cell: ({ stage }) => stage, isWritten: true },
              { title: t('allotment:column.candidates'), cell: ({ count }) => formatCount(count), isFigure: true },
            ]}
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

function Comparison() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.comparison) return null
  const { run, round, same, moved, gained, lost, changes } = data.comparison
  const counts = { same, moved, gained, lost }
  const title = t('allotment:comparison.title', { run, round })
  return (
    <Card title={title}>
      <Facts
        layout="tiles"
        facts={Object.entries(counts).map(([name, count]) => ({
          label: t(`allotment:comparison.${name as keyof typeof counts}`),
          value: formatCount(count),
        }))}
      />
      {changes.length > 0 && (
        <Disclosure summary={t('allotment:comparison.list', { count: changes.length })}>
          <Table
            caption={title}
            rows={changes}
            keyOf={({ userId }) => userId}
            columns={[
              { title: t('allotment:column.application-id'), cell: ({ userId }) => userId },
              { title: t('allotment:column.before'), cell: ({ before }) => before ?? '–' },
              { title: t('allotment:column.after'), cell: ({ after }) => after ?? '–' },
            ]}
          />
        </Disclosure>
      )}
    </Card>
  )
}

function Dossier() {
  const { cellBase, data } = useView<typeof load>()
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
            <a href={href(cellBase, 'allotments/:id/dossier/:file', { id: data.id, file: `${file}.json` })} download>
              <code>{file}.json</code>
            </a>{' '}
            {t(`allotment:dossier.${file}`)}
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          { label: t('allotment:dossier.input-hash'), value: <code>{data.inputHash}</code> },
          { label: t('allotment:dossier.result-hash'), value: <code>{data.resultHash}</code> },
        ]}
      />
    </Card>
  )
}
