import type { CandidateRoute } from '../../server/domain/routes'
import { href } from '../ui/href'
import { useT, useView } from '../ui/view'
import { CourseLines } from './CourseLines'
import { Pager } from './Pager'
import { SeatTable } from './Seats'
import type { SeatListView } from './search'
import './seats.css'

/** Courses with their seats, in pages, and what all that were found add up to. */
export function SeatList({
  list,
  route,
  round,
}: {
  list: SeatListView
  route: Extract<CandidateRoute, 'seat-matrix' | 'institute-wise-vacancy'>
  round?: number | null
}) {
  const { base } = useView()
  const t = useT()
  const { lines, sums, search } = list
  if (lines.length === 0) return <p role="status">{t('seats:none')}</p>
  return (
    <>
      <details className="seat-filters">
        <summary>{t('seats:sums', { count: sums.all })}</summary>
        <SeatTable label={t('seats:sums', { count: sums.all })} seats={sums.byType} />
      </details>
      <CourseLines lines={lines} isLinked />
      <Pager
        place={list}
        addressOf={(page) => href(base, route, undefined, { ...search, round: round ?? undefined, page })}
      />
    </>
  )
}
