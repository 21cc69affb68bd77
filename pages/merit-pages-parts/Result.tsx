import { formatCount } from '../../server/i18n/format'
import { languageIn } from '../../server/kernel/languages'
import { useT } from '../ui/view'
import type { MeritResult } from './status'

/** A candidate's merit numbers with the public columns beside them. The page needs the texts `meritpages`. */
export function Result({ result }: { result: MeritResult }) {
  const t = useT()
  const { userId, fullName, type, category, percentage, places } = result
  return (
    <dl className="facts">
      <dt>{t('meritpages:column.name')}</dt>
      <dd lang={languageIn(fullName)}>{fullName}</dd>
      <dt>{t('meritpages:column.user-id')}</dt>
      <dd className="num">{userId}</dd>
      {places.map(({ list, meritNumber, of }) => (
        <PlaceRow key={list} label={t(`meritpages:list.${list}`)}>
          {t('meritpages:status.place', { number: formatCount(meritNumber), of: formatCount(of) })}
        </PlaceRow>
      ))}
      <dt>{t('meritpages:column.percentage')}</dt>
      <dd className="num">{percentage}</dd>
      <dt>{t('meritpages:column.type')}</dt>
      <dd>{type}</dd>
      <dt>{t('meritpages:column.category')}</dt>
      <dd>{t(`meritpages:category.${category}`)}</dd>
    </dl>
  )
}

const PlaceRow = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt>{label}</dt>
    <dd className="num">
      <b>{children}</b>
    </dd>
  </>
)
