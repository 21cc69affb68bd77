import { SeatFilters } from '#pages/parts/seat-matrix/SeatFilters.tsx'
import { SeatList } from '#pages/parts/seat-matrix/SeatList.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The seat matrix: every course with its seats by type, also as PDF and CSV. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { matrix } = data
  return (
    <>
      <h1>{t('shell:menu.seat-matrix')}</h1>
      {matrix === null ? (
        <p role="status">{t('seatlists:unpublished')}</p>
      ) : (
        <>
          <p className="lead">
            {t('seatlists:matrix.edition', { edition: matrix.edition, date: matrix.date })} {t('seatlists:matrix.lead')}{' '}
            {t('seatlists:jk')}
          </p>
          <div className="actions">
            <Button href={href(base, 'seat-matrix.pdf')} kind="quiet">
              {t('seatlists:as-pdf')}
            </Button>
            <Button href={href(base, 'seat-matrix.csv')} kind="quiet">
              {t('seatlists:as-csv')}
            </Button>
          </div>
          <Card>
            <SeatFilters search={matrix.list.search} choices={matrix.list.choices} />
          </Card>
          <Card title={t('seatlists:found', { count: matrix.list.count })}>
            <SeatList list={matrix.list} route="seat-matrix" />
          </Card>
        </>
      )}
    </>
  )
}
