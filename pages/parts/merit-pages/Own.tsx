import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { listCriterionText } from '#server/domain/terms/criteria.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './Own.module.css'
import type { ownView } from './own'

type Place = DataOf<typeof ownView>['places'][number]

/** A candidate's own merit numbers, with the reasons. */
export function Own() {
  const { base, data } = useView<typeof ownView>()
  const t = useT()
  const isHydrated = useHydrated()
  const { stage, edition, places, type, category, grievanceToCome, grievanceUntil, grievanceOver } = data
  const route = stage === 'final' ? 'final-merit' : 'provisional-merit'
  const title = t(`signedin:menu.${route}`)
  const { number, reason, publishedAt } = edition
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('ownmerit:lead', { stage: t(`meritpages:stage.${stage}`), at: publishedAt })}</p>
      {reason !== null && <Banner tone="info">{t('ownmerit:correction', { number, reason })}</Banner>}
      <div className={styles.places}>
        {places.map((place) => (
          <PlaceCard key={place.list} place={place} />
        ))}
      </div>
      <Why />
      {grievanceToCome && (
        <Banner tone="info" title={t('ownmerit:grievance')}>
          {t('ownmerit:grievance-from', grievanceToCome)}
        </Banner>
      )}
      {grievanceUntil && (
        <Banner
          tone="info"
          title={t('ownmerit:grievance')}
          action={<Button href={href(base, 'grievancy')}>{t('ownmerit:grievance-go')}</Button>}
        >
          {t('ownmerit:grievance-about', { at: grievanceUntil })}
        </Banner>
      )}
      {grievanceOver && (
        <Banner
          tone="info"
          title={t('ownmerit:grievance')}
          action={grievanceOver.isAnyWayLeft && <a href={href(base, 'complaints')}>{t('ownmerit:complaints')}</a>}
        >
          {t('ownmerit:grievance-over', { at: grievanceOver.at })}
          {grievanceOver.isAnyWayLeft && ` ${t('ownmerit:grievance-left')}`}
        </Banner>
      )}
      <p className="lead">
        {t('meritpages:column.type')}: {type} · {t('meritpages:column.category')}:{' '}
        {t(`meritpages:category.${category}`)}
      </p>
      <div className="actions">
        <Button href={href(base, `${route}.pdf`)} kind={grievanceUntil ? 'quiet' : 'primary'}>
          {t('ownmerit:pdf')}
        </Button>
        {isHydrated && (
          <Button type="button" kind="quiet" onClick={() => window.print()}>
            {t('meritstatus:print-now')}
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * The number in one list, and the neighbours' numbers with the deciding criterion; nothing else about them is shown.
 */
function PlaceCard({ place }: { place: Place }) {
  const { base, data } = useView<typeof ownView>()
  const t = useT()
  const { list, meritNumber, of, above, below, before, page } = place
  const told = (neighbour: NonNullable<Place['above']>) => ({
    number: formatCount(neighbour.meritNumber),
    criterion: t(listCriterionText(neighbour.decidedBy)),
  })
  return (
    <Card title={t(`meritpages:list.${list}`)}>
      <p>
        <span className={styles.number}>{formatCount(meritNumber)}</span> {t('ownmerit:of', { of: formatCount(of) })}
      </p>
      {before !== null && (
        <p>{before === meritNumber ? t('ownmerit:same') : t('ownmerit:before', { number: formatCount(before) })}</p>
      )}
      <ul>
        <li>{above ? t('ownmerit:above', told(above)) : t('ownmerit:top')}</li>
        <li>{below ? t('ownmerit:below', told(below)) : t('ownmerit:last')}</li>
      </ul>
      <a className="more" href={href(base, 'merit-lists', undefined, { edition: data.edition.name, list, page })}>
        {t('ownmerit:see')}
      </a>
    </Card>
  )
}

function Why() {
  const { data } = useView<typeof ownView>()
  const t = useT()
  return (
    <Card title={t('ownmerit:why')}>
      <p>{t('ownmerit:why-about')}</p>
      <Table
        caption={t('ownmerit:compared')}
        rows={data.compared}
        keyOf={({ criterion }) => criterion}
        columns={[
          { title: t('ownmerit:criterion'), cell: ({ criterion }) => t(listCriterionText(criterion)) },
          { title: t('ownmerit:value'), cell: ({ value }) => value, isFigure: true },
        ]}
      />
    </Card>
  )
}
