import { formatCount } from '../../server/i18n/format'
import { printableAddress } from '../ui/addresses'
import { Banner } from '../ui/Banner'
import { Breadcrumb } from '../ui/Breadcrumb'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { href } from '../ui/href'
import { useHydrated } from '../ui/hydrated'
import { useT, useView } from '../ui/view'
import type { ownView } from './own'
import './merit.css'

type View = () => NonNullable<ReturnType<typeof ownView>>
type Place = ReturnType<View>['places'][number]

/** A candidate's own merit numbers, and why they are what they are. */
export function Own() {
  const { base, data } = useView<View>()
  const t = useT()
  const isHydrated = useHydrated()
  const { stage, edition, places, type, category, grievanceUntil } = data
  const route = stage === 'final' ? 'final-merit' : 'provisional-merit'
  const title = t(`shell:menu.${route}`)
  const { number, reason, publishedAt } = edition
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('meritpages:own.lead', { stage: t(`meritpages:stage.${stage}`), at: publishedAt })}</p>
      {reason !== null && <Banner tone="info">{t('meritpages:own.correction', { number, reason })}</Banner>}
      {places.map((place) => (
        <PlaceCard key={place.list} place={place} />
      ))}
      <Why />
      {grievanceUntil && (
        <Banner
          tone="info"
          title={t('meritpages:own.grievance')}
          action={<Button href={href(base, 'grievancy')}>{t('meritpages:own.grievance-go')}</Button>}
        >
          {t('meritpages:own.grievance-about', { at: grievanceUntil })}
        </Banner>
      )}
      <p className="lead num">
        {t('meritpages:column.type')}: {type} · {t('meritpages:column.category')}:{' '}
        {t(`meritpages:category.${category}`)}
      </p>
      <div className="actions">
        <Button href={printableAddress(base, route)}>{t('meritpages:own.pdf')}</Button>
        {isHydrated && (
          <Button type="button" kind="quiet" onClick={() => window.print()}>
            {t('meritpages:status.print-now')}
          </Button>
        )}
      </div>
    </>
  )
}

/** A number in one list, and the neighbours' numbers with what decided. Nothing else of them is told. */
function PlaceCard({ place }: { place: Place }) {
  const { base, data } = useView<View>()
  const t = useT()
  const { list, meritNumber, of, above, below, before, page } = place
  const told = (neighbour: NonNullable<Place['above']>) => ({
    number: formatCount(neighbour.meritNumber),
    criterion: t(`meritpages:criterion.${neighbour.decidedBy}`),
  })
  return (
    <Card title={t(`meritpages:list.${list}`)}>
      <p className="num">
        <span className="merit-number">{formatCount(meritNumber)}</span>{' '}
        {t('meritpages:own.of', { of: formatCount(of) })}
      </p>
      {before !== null && (
        <p className="num">
          {before === meritNumber
            ? t('meritpages:own.same')
            : t('meritpages:own.before', { number: formatCount(before) })}
        </p>
      )}
      <ul>
        <li>{above ? t('meritpages:own.above', told(above)) : t('meritpages:own.top')}</li>
        <li>{below ? t('meritpages:own.below', told(below)) : t('meritpages:own.last')}</li>
      </ul>
      <a className="more" href={href(base, 'merit-lists', undefined, { edition: data.edition.name, list, page })}>
        {t('meritpages:own.see')}
      </a>
    </Card>
  )
}

function Why() {
  const { data } = useView<View>()
  const t = useT()
  return (
    <Card title={t('meritpages:own.why')}>
      <p>{t('meritpages:own.why-about')}</p>
      <table>
        <caption className="visually-hidden">{t('meritpages:own.compared')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('meritpages:own.criterion')}</th>
            <th scope="col">{t('meritpages:own.value')}</th>
          </tr>
        </thead>
        <tbody>
          {data.compared.map(({ criterion, value }) => (
            <tr key={criterion}>
              <th scope="row">{t(`meritpages:criterion.${criterion}`)}</th>
              <td className="num">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
