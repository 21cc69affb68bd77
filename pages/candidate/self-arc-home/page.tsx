import { Reported } from '../../parts/reporting/Reported'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** Seat acceptance: the seat, and the time to accept it. */
export default function Page() {
  const { base, data } = useView<Loaded>()
  const t = useT()
  const { round, institute, course, state, from, by } = data
  return (
    <>
      <h1>{t('shell:menu.seat-acceptance')}</h1>
      <Reported reported={data.reported} />
      <Card tone="next" title={t('results:acceptance.lead', { round })}>
        <p>
          {institute}, {course}
        </p>
        <p>{t(`results:acceptance.${state}`, { from, by })}</p>
        <div className="actions">
          <Button href={href(base, 'allotment')}>{t('results:acceptance.see')}</Button>
        </div>
      </Card>
    </>
  )
}
