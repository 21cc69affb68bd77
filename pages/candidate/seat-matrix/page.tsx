import { SeatFilters } from '../../seats-parts/SeatFilters'
import { SeatList } from '../../seats-parts/SeatList'
import { printableAddress, tableAddress } from '../../ui/addresses'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The seat matrix: every course with its seats by type; as a PDF and as a table, too. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { matrix } = data
  return (
    <>
      <h1>{t('shell:menu.seat-matrix')}</h1>
      {matrix === null ? (
        <p role="status">{t('seats:unpublished')}</p>
      ) : (
        <>
          <p className="lead">
            {t('seats:matrix.edition', { edition: matrix.edition, date: matrix.date })} {t('seats:matrix.lead')}
          </p>
          <div className="actions">
            <Button href={printableAddress(base, 'seat-matrix')} kind="quiet">
              {t('seats:as-pdf')}
            </Button>
            <Button href={tableAddress(base, 'seat-matrix')} kind="quiet">
              {t('seats:as-csv')}
            </Button>
          </div>
          <Card>
            <SeatFilters search={matrix.list.search} choices={matrix.list.choices} />
          </Card>
          <Card title={t('seats:found', { count: matrix.list.count })}>
            <SeatList list={matrix.list} route="seat-matrix" />
          </Card>
        </>
      )}
    </>
  )
}
