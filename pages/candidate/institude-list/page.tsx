import { languageIn } from '../../../server/kernel/languages'
import { Pager } from '../../seats-parts/Pager'
import { SeatFilters } from '../../seats-parts/SeatFilters'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../seats-parts/seats.css'

/** The institutes where there are seats: searched, filtered, in pages. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { institutes, search, choices, count, isPublished } = data
  return (
    <>
      <h1>{t('shell:menu.institude-list')}</h1>
      <p className="lead">{t('seats:institutes.lead')}</p>
      {!isPublished && <p role="status">{t('seats:unpublished')}</p>}
      {isPublished && (
        <>
          <Card>
            <SeatFilters search={search} choices={choices} />
          </Card>
          <Card title={t('seats:institutes.found', { count })}>
            {institutes.length === 0 && <p role="status">{t('seats:none')}</p>}
            <ul className="seat-courses">
              {institutes.map(({ code, name, university, district, status, minority, courses }) => (
                <li key={code}>
                  <p>
                    <a href={href(base, 'institude-list/:code', { code })} lang={languageIn(name)}>
                      {name}
                    </a>{' '}
                    <span className="num">{code}</span>{' '}
                    {minority && <Tag tone="wait">{t('seats:minority-of', { minority })}</Tag>}
                  </p>
                  <p className="quiet">
                    {district} · {status} · <span lang={languageIn(university)}>{university}</span>
                  </p>
                  {courses.map(({ choiceCode, course, all }) => (
                    <p key={choiceCode}>
                      <span className="num">{choiceCode}</span> · <span lang={languageIn(course)}>{course}</span> ·{' '}
                      <span className="num">{t('seats:count', { count: all })}</span>
                    </p>
                  ))}
                </li>
              ))}
            </ul>
            <Pager place={data} addressOf={(page) => href(base, 'institude-list', undefined, { ...search, page })} />
          </Card>
          <p className="lead">
            <a href={href(base, 'seat-matrix')}>{t('shell:menu.seat-matrix')}</a>
          </p>
        </>
      )}
    </>
  )
}
