import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { SeatChips } from './Seats'
import type { SeatLine } from './search'

/** Courses, each with its institute and its seats by type. `isLinked`: the institute's name links to its page. */
export function CourseLines({
  lines,
  isLinked,
  countedAt,
}: {
  lines: readonly SeatLine[]
  isLinked?: boolean
  /** When the institute counted its vacant seats, by choice code. */
  countedAt?: Readonly<Record<string, string>>
}) {
  const { base } = useView()
  const t = useT()
  return (
    <ul className="entries">
      {lines.map(({ choiceCode, instituteCode, institute, course, district, status, seats, all }) => (
        <li key={choiceCode}>
          <p>
            {isLinked ? (
              <a href={href(base, 'institude-list/:code', { code: instituteCode })}>
                <Written>{institute}</Written>
              </a>
            ) : (
              <Written as="b">{institute}</Written>
            )}
          </p>
          <p>
            {choiceCode} · <Written>{course}</Written>
          </p>
          <p className="hint">
            {district} · {status} · {t('seatlists:count', { count: all })}
            {countedAt?.[choiceCode] && ` · ${t('seatlists:vacancy.counted-at', { at: countedAt[choiceCode] })}`}
          </p>
          <SeatChips seats={seats} />
        </li>
      ))}
    </ul>
  )
}
