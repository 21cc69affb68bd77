import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** Where the edition in force is to be had as a file; a correction of it is the whole file again. */
export function InForceFile() {
  const { base, data } = useView<() => { inForce: number | null }>()
  const t = useT()
  if (data.inForce === null) return null
  return (
    <p>
      <a href={href(base, 'seat-matrix.csv')} download>
        {t('seats:desk.in-force-file', { number: data.inForce })}
      </a>
      {'. '}
      {t('seats:desk.in-force-about')}
    </p>
  )
}
