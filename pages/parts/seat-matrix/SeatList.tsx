import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import { CourseLines } from './CourseLines'
import { SeatLegend } from './SeatLegend'
import { SeatTable } from './Seats'
import type { SeatListView } from './search'

/** Courses with their seats, in pages, and the totals of all courses found. */
export function SeatList({
  list,
  route,
  round,
  countedAt,
}: {
  list: SeatListView
  route: Extract<CandidateRoute, 'seat-matrix' | 'institute-wise-vacancy'>
  round?: number | null
  /** When the institute counted its vacant seats, by choice code. */
  countedAt?: Readonly<Record<string, string>>
}) {
  const { base } = useView()
  const t = useT()
  const { lines, sums, search } = list
  if (lines.length === 0) return <p role="status">{t('seatlists:none')}</p>
  return (
    <>
      <Disclosure summary={t('seatlists:sums', { count: sums.all })}>
        <SeatTable label={t('seatlists:sums', { count: sums.all })} seats={sums.byType} />
      </Disclosure>
      <SeatLegend />
      <CourseLines lines={lines} isLinked countedAt={countedAt} />
      <Pager
        page={list.page}
        pages={list.pages}
        at={(page) => href(base, route, undefined, { ...search, round: round ?? undefined, page })}
      />
    </>
  )
}
