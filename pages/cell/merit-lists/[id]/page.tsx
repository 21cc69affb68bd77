import { meritLists } from '../../../../server/domain/merit-lists'
import { formatCount, formatDateTime } from '../../../../server/i18n/format'
import { languageIn } from '../../../../server/kernel/languages'
import { EditionStateTag } from '../../../merit-parts/EditionStateTag'
import { Banner } from '../../../ui/Banner'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { Button } from '../../../ui/Button'
import { useRecheck } from '../../../ui/browser/recheck'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import { Decide } from './Decide'
import { Differences } from './Differences'
import { Entries } from './Entries'
import { Findings } from './Findings'
import type { load } from './page.server'
import '../../../desk-parts/desk.css'
import '../../../grievances-parts/thread.css'

export type Load = (...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>

/** One edition: how far it is, what was found, what is different, the list itself, and its release. */
export default function Page() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  const { stage, number, state, report, progress, isOutdated } = data
  useRecheck(state === 'preparing')
  const title = t('merit:edition', { stage: t(`merit:stage.${stage}`), number })
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.merit-lists'), href: href(cellBase, 'merit-lists') }, { title }]} />
      <div className="grievance-head">
        <h1>{title}</h1>
        <EditionStateTag state={state} />
      </div>
      <History />
      {progress?.isFailed && (
        <Banner tone="error" role="alert">
          {t('merit:failed')}
        </Banner>
      )}
      {state === 'preparing' && <Progress />}
      {isOutdated && (
        <Banner tone="warn" role="alert">
          {t(state === 'released' ? 'merit:outdated-released' : 'merit:outdated')}
        </Banner>
      )}
      {report && (
        <>
          <Card title={t('merit:counts')}>
            <dl className="facts">
              <dt>{t('merit:counts.confirmed')}</dt>
              <dd className="num">{formatCount(report.confirmed)}</dd>
              {meritLists.map((list) => (
                <Count key={list} title={t(`merit:list.${list}`)} count={report.counts[list]} />
              ))}
            </dl>
          </Card>
          <Findings findings={report.findings} />
          <Differences diff={report.diff} />
          <Entries />
        </>
      )}
      <Decide />
    </>
  )
}

const Count = ({ title, count }: { title: string; count: number }) => (
  <>
    <dt>{title}</dt>
    <dd className="num">{formatCount(count)}</dd>
  </>
)

/** Who had a hand in it, and when it is published. */
function History() {
  const { data, language } = useView<Load>()
  const t = useT()
  const { preparedByName, preparedAt, releasedByName, releasedAt, publishedAt, publishAt, reason, fingerprint, told } =
    data
  const time = (at: number) => formatDateTime(at, language)
  return (
    <>
      <p className="lead num">{t('merit:prepared-by', { name: preparedByName, time: time(preparedAt) })}</p>
      {releasedByName !== null && releasedAt !== null && (
        <p className="num">{t('merit:released-by', { name: releasedByName, time: time(releasedAt) })}</p>
      )}
      {publishAt !== null && releasedAt !== null && (
        <p className="num">
          {publishAt > releasedAt ? t('merit:publishes-at', { time: time(publishAt) }) : t('merit:publishes-soon')}
        </p>
      )}
      {publishedAt !== null && <p className="num">{t('merit:published-at', { time: time(publishedAt) })}</p>}
      {told && (
        <p className="num">
          {t(told.isDone ? 'merit:told' : 'merit:told.under-way', { count: formatCount(told.told) })}
        </p>
      )}
      {reason !== null && (
        <p>
          {t('merit:reason')}: <span lang={languageIn(reason)}>{reason}</span>
        </p>
      )}
      {fingerprint && (
        <p>
          {t('merit:fingerprint')}: <code className="secret">{fingerprint.slice(0, 12)}</code>
        </p>
      )}
    </>
  )
}

function Progress() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  const { read, written, of } = data.progress!
  const words = written
    ? t('merit:progress.written', { done: formatCount(written), all: formatCount(of) })
    : t('merit:progress.read', { done: formatCount(read) })
  return (
    <Card title={t('merit:progress.title')}>
      <p role="status">
        <progress max={Math.max(1, of)} value={written || read} aria-label={words} />{' '}
        <span className="num">{words}</span>
      </p>
      <p>{t('merit:progress.about')}</p>
      <div className="actions">
        <Button href={href(cellBase, 'merit-lists/:id', { id: String(data.id) })} kind="quiet">
          {t('merit:progress.again')}
        </Button>
      </div>
    </Card>
  )
}
