import { SeatFilters } from '#pages/parts/seat-matrix/SeatFilters.tsx'
import { SeatList } from '#pages/parts/seat-matrix/SeatList.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The provisional vacancy position, institute by institute, after each round. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { rounds, vacancy } = data
  return (
    <>
      <h1>{t('shell:menu.institute-wise-vacancy')}</h1>
      {vacancy === null ? (
        <p role="status">{t('seatlists:unpublished')}</p>
      ) : (
        <>
          <p className="lead">
            {vacancy.round === null
              ? t('seatlists:vacancy.before')
              : t('seatlists:vacancy.after', { round: vacancy.round, date: vacancy.date })}{' '}
            {t('seatlists:jk')}
          </p>
          {vacancy.round !== null && <Counted counted={vacancy.counted} institutes={vacancy.institutes} />}
          {rounds.length > 1 && (
            <nav aria-label={t('seatlists:vacancy.rounds')}>
              <ul className="tabs">
                {rounds.map((round) => (
                  <li key={round}>
                    <a
                      href={href(base, 'institute-wise-vacancy', undefined, { ...vacancy.list.search, round })}
                      aria-current={round === vacancy.round ? 'page' : undefined}
                    >
                      {t('seatlists:vacancy.round', { round })}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <div className="actions">
            <Button href={href(base, 'institute-wise-vacancy.csv', undefined, { round: vacancy.round })} kind="quiet">
              {t('seatlists:as-csv')}
            </Button>
          </div>
          <Card>
            <SeatFilters search={vacancy.list.search} choices={vacancy.list.choices} round={vacancy.round} />
          </Card>
          <Card title={t('seatlists:found', { count: vacancy.list.count })}>
            <SeatList
              list={vacancy.list}
              route="institute-wise-vacancy"
              round={vacancy.round}
              countedAt={vacancy.countedAt}
            />
          </Card>
        </>
      )}
    </>
  )
}

/** Which figures leave out the seats that were given up after the allotment. */
function Counted({ counted, institutes }: { counted: number; institutes: number }) {
  const t = useT()
  if (counted === 0) return <p>{t('seatlists:vacancy.none-counted')}</p>
  return (
    <p>
      {t('seatlists:vacancy.counted', { count: counted, institutes })}{' '}
      {counted < institutes && t('seatlists:vacancy.not-counted')}
    </p>
  )
}
