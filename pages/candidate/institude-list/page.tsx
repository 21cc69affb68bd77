import type { ReactNode } from 'react'
import { shownLast } from '#pages/parts/option-form/last-rank.ts'
import { PublicChance } from '#pages/parts/option-form/PublicChance.tsx'
import { SeatFilters } from '#pages/parts/seat-matrix/SeatFilters.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { asCompared, mostCompared } from '#server/domain/seats/comparison.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Shown = DataOf<typeof load>['institutes'][number]

/** The institutes with seats, with a search, filters and pages. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { institutes, search, choices, count, isPublished, compared, last, stars } = data
  return (
    <>
      <h1>{t('shell:menu.institude-list')}</h1>
      <p className="lead">
        {t('institutes:lead')} {isPublished && t('seatlists:jk')}
      </p>
      {!isPublished && <p role="status">{t('seatlists:unpublished')}</p>}
      {isPublished && (
        <>
          <Card>
            <SeatFilters search={search} choices={choices} compared={asCompared(compared)} />
          </Card>
          <Card title={t('institutes:found', { count })}>
            {stars !== null && stars.length > 0 && (
              <p>
                <a href={href(base, 'starred')}>{t('compare:my-stars', { count: stars.length })}</a>
              </p>
            )}
            <Compared />
            {last && (
              <p className="hint">
                {last.type === null
                  ? t('compare:last-ranks-yours', { year: last.year, round: last.round })
                  : t('compare:last-ranks', { ...last, type: last.type })}
              </p>
            )}
            {institutes.length === 0 && <p role="status">{t('seatlists:none')}</p>}
            <Starring>
              <ul className="entries">
                {institutes.map((institute) => (
                  <Institute key={institute.code} of={institute} />
                ))}
              </ul>
            </Starring>
            <Pager
              page={data.page}
              pages={data.pages}
              at={(page) => href(base, 'institude-list', undefined, { ...search, page, codes: asCompared(compared) })}
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

/** For a candidate: the form whose buttons star courses. It needs no script, so that visitors load none for it. */
function Starring({ children }: { children: ReactNode }) {
  const { base, session, url, data } = useView<typeof load>()
  if (!session || data.stars === null) return children
  return (
    <form method="post" action={href(base, 'starred')}>
      <input type="hidden" name="_csrf" value={session.csrf} />
      <input type="hidden" name="next" value={url} />
      {children}
    </form>
  )
}

/** What is picked for a comparison; the address holds it. */
function Compared() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { compared, search, page } = data
  if (!compared.length) return null
  return (
    <div className="actions" role="status">
      <span>{t('compare:picked', { count: compared.length, most: mostCompared })}</span>
      {compared.length > 1 && (
        <Button small href={href(base, 'compare', undefined, { ...search, page, codes: asCompared(compared) })}>
          {t('compare:show')}
        </Button>
      )}
      <a href={href(base, 'institude-list', undefined, { ...search, page })}>{t('compare:clear')}</a>
    </div>
  )
}

function Institute({ of: { code, name, university, district, status, minority, courses } }: { of: Shown }) {
  const { base } = useView<typeof load>()
  const t = useT()
  return (
    <li id={`i-${code}`} tabIndex={-1}>
      <p>
        <a href={href(base, 'institude-list/:code', { code })}>
          <Written>{name}</Written>
        </a>{' '}
        {code} {minority && <Tag tone="wait">{t('institutes:minority-of', { minority })}</Tag>}
      </p>
      <p className="hint">
        {district} · {status} · <Written>{university}</Written>
      </p>
      {courses.map((course) => (
        <Course key={course.choiceCode} of={course} at={code} institute={name} />
      ))}
    </li>
  )
}

function Course({ of, at, institute }: { of: Shown['courses'][number]; at: string; institute: string }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { choiceCode, course, annualFee, all, last } = of
  const shown = shownLast(last)
  return (
    <>
      <p>
        {choiceCode} · <Written>{course}</Written> · {t('seatlists:count', { count: all })}
        {annualFee && (
          <>
            {' · '}
            <span className="unbroken">{t('institutes:annual-fee-of', { fee: annualFee })}</span>
          </>
        )}
      </p>
      <div className="acts">
        {shown !== null && (
          <span>
            {t('compare:last-rank')}{' '}
            <b className="num">{shown === 'left' ? t('compare:seats-left') : formatCount(shown)}</b>
          </span>
        )}
        {data.head?.chances && <PublicChance code={choiceCode} />}
        <Compare code={choiceCode} at={at} name={{ institute, course }} />
        {data.stars && <Star code={choiceCode} institute={institute} />}
      </div>
    </>
  )
}

/** Adds the course to the comparison that the address holds. */
function Compare({ code, at, name }: { code: string; at: string; name: { institute: string; course: string } }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { compared, search, page } = data
  if (compared.includes(code)) return <Tag tone="done">{t('compare:compare')}</Tag>
  if (compared.length >= mostCompared) return null
  const codes = asCompared([...compared, code])
  return (
    <a
      href={`${href(base, 'institude-list', undefined, { ...search, page, codes })}#i-${at}`}
      aria-label={t('compare:compare-of', name)}
    >
      {t('compare:compare')}
    </a>
  )
}

function Star({ code, institute }: { code: string; institute: string }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isStarred = data.stars?.includes(code) ?? false
  return (
    <Button kind="quiet" small name="star" value={`${isStarred ? 'off' : 'on'}:${code}`} aria-pressed={isStarred}>
      <span aria-hidden="true">{isStarred ? '★ ' : '☆ '}</span>
      {t('compare:star')} <VisuallyHidden>{`${code} ${institute}`}</VisuallyHidden>
    </Button>
  )
}
