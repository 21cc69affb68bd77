import { ReleaseStateTag } from '#pages/parts/release/ReleaseStateTag.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { meritLists } from '#server/domain/merit/lists.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { Decide } from './Decide'
import { Differences } from './Differences'
import { Entries } from './Entries'
import { Findings } from './Findings'
import type { load } from './page.server'

/** One edition: its progress, the findings, the differences, an extract, and its release. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { stage, number, state, report, isOutdated } = data
  useRecheck(state === 'preparing')
  const title = t('merit:edition', { stage: t(`merit:stage.${stage}`), number })
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.merit-lists'), href: href(cellBase, 'merit-lists') }, { title }]} />
      <div className="heading">
        <h1>{title}</h1>
        <ReleaseStateTag state={state} />
      </div>
      <History />
      {state === 'failed' && (
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
            <Facts
              facts={[
                { label: t('merit:counts.confirmed'), value: formatCount(report.confirmed) },
                ...meritLists.map((list) => ({
                  label: t(`merit:list.${list}`),
                  value: formatCount(report.counts[list]),
                })),
              ]}
            />
          </Card>
          <Findings findings={report.findings} />
          <Differences diff={report.diff} comparedWith={data.comparedWith} />
          <Entries />
        </>
      )}
      <Decide />
    </>
  )
}

/** The persons who prepared and released the edition, and the time of publication. */
function History() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { preparedByName, preparedAt, releasedByName, releasedAt, publishedAt, publishAt, reason, fingerprint, told } =
    data
  const time = (at: number) => formatDateTime(at, language)
  return (
    <>
      <p className="lead">{t('merit:prepared-by', { name: preparedByName, time: time(preparedAt) })}</p>
      {releasedByName !== null && releasedAt !== null && (
        <p>{t('merit:released-by', { name: releasedByName, time: time(releasedAt) })}</p>
      )}
      {publishAt !== null && releasedAt !== null && (
        <p>{publishAt > releasedAt ? t('merit:publishes-at', { time: time(publishAt) }) : t('merit:publishes-soon')}</p>
      )}
      {publishedAt !== null && <p>{t('merit:published-at', { time: time(publishedAt) })}</p>}
      {told && <p>{t(told.isDone ? 'merit:told' : 'merit:told.under-way', { count: formatCount(told.told) })}</p>}
      {reason !== null && (
        <p>
          {t('merit:reason')}: <Written>{reason}</Written>
        </p>
      )}
      {fingerprint && (
        <p>
          {t('merit:fingerprint')}: <code>{fingerprint.slice(0, 12)}</code>
        </p>
      )}
    </>
  )
}

function Progress() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { step, done, total } = data.progress ?? { step: 'waiting', done: 0, total: 0 }
  const words = t(`merit:progress.${step as 'waiting'}`, { done: formatCount(done), all: formatCount(total) })
  return (
    <Card title={t('merit:progress.title')}>
      <p role="status">
        <progress max={Math.max(1, total)} value={done} aria-label={words} /> {words}
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
