import { FaultLines } from '#pages/parts/imports/FaultLines.tsx'
import { ImportTag } from '#pages/parts/imports/ImportTag.tsx'
import { Compared, Warnings } from '#pages/parts/imports/Warnings.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { importChanges } from '#server/domain/desk/imports.ts'
import type { CsvValues } from '#server/domain/terms/csv-table.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** A file that was read: its faults line by line, or what it changes, and the decision. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { kind, fileName, state, read, decided, percent } = data
  useRecheck(state === 'preparing')
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.imports'), href: href(cellBase, 'imports') },
          { title: t(`imports:kind.${kind}`), href: href(cellBase, 'imports/:kind', { kind }) },
          { title: fileName },
        ]}
      />
      <div className="heading">
        <h1>{fileName}</h1>
        <ImportTag state={state} />
      </div>
      <p className="lead">{t('imports:by', read)}</p>
      {decided && <p>{t(state === 'discarded' ? 'imports:discarded-by' : 'imports:applied-by', decided)}</p>}
      <p>{t(data.isWhole ? 'imports:whole' : 'imports:partial')}</p>
      {percent !== null && <Progress percent={percent} />}
      {state === 'failed' && <Faults />}
      {state !== 'failed' && percent === null && <Counts />}
      {state !== 'failed' && data.faults.length > 0 && <Warnings doubts={data.faults} count={data.faultCount} />}
      {state === 'prepared' && <Decide />}
      {data.shown && <Changes />}
    </>
  )
}

function Progress({ percent }: { percent: number }) {
  const { url } = useView<typeof load>()
  const t = useT()
  const words = t('imports:progress.done', { percent })
  return (
    <Card title={t('imports:progress')}>
      <p role="status">
        <progress max={100} value={percent} aria-label={words} /> {words}
      </p>
      <p>{t('imports:progress.about')}</p>
      <div className="actions">
        <Button href={url} kind="quiet">
          {t('imports:progress.again')}
        </Button>
      </div>
    </Card>
  )
}

/** What is wrong with the file, line by line; without a fault the reading broke off. */
function Faults() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { kind, faults, faultCount } = data
  if (faultCount === 0)
    return (
      <Banner tone="error" role="alert">
        {t('imports:abandoned')}
      </Banner>
    )
  return (
    <>
      <Banner tone="error" role="alert">
        {t('imports:faulty')} <a href={href(cellBase, 'imports/:kind', { kind })}>{t('imports:read-another')}</a>
      </Banner>
      <Card title={t('imports:faults.count', { count: faultCount })}>
        <FaultLines
          caption={t('imports:faults')}
          faults={faults}
          count={faultCount}
          why={t('imports:fault.title')}
          more={({ why, column }) =>
            why === 'value' && <small> {t(`imports:column.${kind}.${column}` as 'imports:column.staff.role')}</small>
          }
        />
      </Card>
    </>
  )
}

function Counts() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { counts, hash, kinds } = data
  return (
    <Card title={t('imports:counts')}>
      <Facts
        layout="tiles"
        facts={([...importChanges, 'unchanged', 'lines'] as const).map((count) => ({
          label: t(`imports:count.${count}`),
          value: formatCount(counts[count]),
        }))}
      />
      {kinds.length === 0 && <p>{t('imports:nothing')}</p>}
      <p>
        {t('imports:hash')}: <code>{hash.slice(0, 16)}</code>
      </p>
    </Card>
  )
}

function Decide() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { kinds, mayApply, needsSecondPerson, booked } = data
  return (
    <Card tone={mayApply ? 'next' : 'plain'} title={t('imports:decide')}>
      {booked && booked.told > 0 && <p>{t('imports:told', { count: booked.told })}</p>}
      {booked && booked.kept > 0 && <p>{t('imports:kept', { count: booked.kept })}</p>}
      {booked && booked.told + booked.kept === 0 && <p>{t('imports:told.nobody')}</p>}
      {needsSecondPerson && !mayApply && <Banner tone="info">{t('imports:second')}</Banner>}
      {kinds.length > 0 && mayApply && (
        <Form submit={t('imports:apply')} name="apply">
          <p>{t('imports:apply.about')}</p>
          {data.faults.length > 0 && <Compared />}
          <input type="hidden" name="intent" value="apply" />
        </Form>
      )}
      <Form submit={t('imports:discard')} kind="danger" name="discard">
        <input type="hidden" name="intent" value="discard" />
      </Form>
    </Card>
  )
}

/** The changes of one kind, a page at a time. */
function Changes() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, kind, kinds, shown, changes, countsCandidates, next, isFirst, counts } = data
  const at = (query: Record<string, string | number>) =>
    href(cellBase, 'imports/:kind/:id', { kind, id: String(id) }, query)
  return (
    <Card title={`${t(`imports:changes.${shown!}`)} (${formatCount(counts[shown!])})`}>
      {kinds.length > 1 && (
        <div className="actions">
          {kinds
            .filter((change) => change !== shown)
            .map((change) => (
              <Button key={change} href={at({ change })} kind="quiet" small>
                {t(`imports:changes.${change}`)}
              </Button>
            ))}
        </div>
      )}
      <Table
        caption={t(`imports:changes.${shown!}`)}
        rows={changes}
        keyOf={({ number }) => number}
        columns={[
          { title: t('imports:line'), cell: ({ line }) => (line ? formatCount(line) : null) },
          { title: t('imports:entry'), cell: ({ key }) => key, isName: true },
          { title: t('imports:change'), cell: ({ before, after }) => <Change before={before} after={after} /> },
          countsCandidates && {
            title: t(`imports:touched.${kind as 'slots'}`),
            cell: ({ touched }) => formatCount(touched ?? 0),
            isFigure: true,
          },
        ]}
      />
      <div className="actions">
        {!isFirst && (
          <Button href={at({ change: shown! })} kind="quiet" small>
            {t('imports:changes.first')}
          </Button>
        )}
        {next !== null && (
          <Button href={at({ change: shown!, after: next })} kind="quiet" small>
            {t('imports:changes.next')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Change({ before, after }: { before: CsvValues | null; after: CsvValues | null }) {
  const t = useT()
  if (!after) return t('imports:change.removed')
  const words = (value: string | undefined) => value || t('imports:change.empty')
  const lines = Object.entries(after)
    .filter(([column, value]) => (before ? before[column] !== value : value !== ''))
    .map(([name, value]) => {
      const column = t(`imports:label.${name as 'code'}`)
      return before
        ? t('imports:change.from-to', { column, before: words(before[name]), after: words(value) })
        : t('imports:change.value', { column, value })
    })
  return lines.join(' · ')
}
