import { Banner } from '#pages/ui/data/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Discrepancy } from '#server/features/scrutiny/scrutiny/discrepancies.ts'
import { Finding } from './Findings'

/**
 * A banner above a step that scrutiny sent back, with its findings. One that stands in full further down is named here with
 * a link to it, so that nothing is read twice. `isClosed`: nothing can be corrected any more; `placeOf`: the id of the place
 * where the findings about a field stand, null if the page has none.
 */
export function ToCorrect({
  found,
  isClosed,
  placeOf,
}: {
  found: readonly Discrepancy[]
  isClosed: boolean
  placeOf(field: string): string | null
}) {
  const t = useT()
  return (
    <Banner tone="error" title={t('steps:correct.title')}>
      {t(isClosed ? 'steps:correct.over' : 'steps:correct.text')}
      {found.length > 0 && (
        <ul className="entries">
          {found.map((one) => {
            const place = placeOf(one.field)
            return (
              <li key={`${one.fact} ${one.field}`}>
                {place === null ? <Finding finding={one} /> : <a href={`#${place}`}>{one.message}</a>}
              </li>
            )
          })}
        </ul>
      )}
    </Banner>
  )
}
