import { SeatFilters } from '#pages/parts/seat-matrix/SeatFilters.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Pager } from '#pages/ui/data/Pager.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The institutes with seats, with a search, filters and pages. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { institutes, search, choices, count, isPublished } = data
  return (
    <>
      <h1>{t('shell:menu.institude-list')}</h1>
      <p className="lead">{t('institutes:lead')}</p>
      {!isPublished && <p role="status">{t('seatlists:unpublished')}</p>}
      {isPublished && (
        <>
          <Card>
            <SeatFilters search={search} choices={choices} />
          </Card>
          <Card title={t('institutes:found', { count })}>
            {institutes.length === 0 && <p role="status">{t('seatlists:none')}</p>}
            <ul className="entries">
              {institutes.map(({ code, name, university, district, status, minority, courses }) => (
                <li key={code}>
                  <p>
                    <a href={href(base, 'institude-list/:code', { code })}>
                      <Written>{name}</Written>
                    </a>{' '}
                    {code} {minority && <Tag tone="wait">{t('institutes:minority-of', { minority })}</Tag>}
                  </p>
                  <p className="hint">
                    {district} · {status} · <Written>{university}</Written>
                  </p>
                  {courses.map(({ choiceCode, course, annualFee, all }) => (
                    <p key={choiceCode}>
                      {choiceCode} · <Written>{course}</Written> · {t('seatlists:count', { count: all })}
                      {annualFee && ` · ${t('institutes:annual-fee-of', { fee: annualFee })}`}
                    </p>
                  ))}
                </li>
              ))}
            </ul>
            <Pager
              page={data.page}
              pages={data.pages}
              at={(page) => href(base, 'institude-list', undefined, { ...search, page })}
            />
          </Card>
          <p className="lead">
            <a href={href(base, 'seat-matrix')}>{t('shell:menu.seat-matrix')}</a>
          </p>
        </>
      )}
    </>
  )
}
