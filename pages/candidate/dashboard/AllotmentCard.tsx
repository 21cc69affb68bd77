import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Countdown } from '../../ui/Countdown'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Allotment = NonNullable<Awaited<ReturnType<typeof load>>['allotment']>

/** What the newest published round gave the candidate, in place of what they waited for. */
export function AllotmentCard({ allotment }: { allotment: Allotment }) {
  const { base } = useView()
  const { round, state, seat, acceptBy, by, nextOptions } = allotment
  const t = useT()
  return (
    <Card tone="next">
      <div className="next-act">
        <div className="grow">
          <h2>{t(`application:allotment.${state}`, { round })}</h2>
          <p>
            {state === 'allotted'
              ? t('application:allotment.allotted-about', seat!)
              : t(`application:allotment.${state}-about`)}
          </p>
          {by && <p>{t('application:allotment.accept-by', { by })}</p>}
          {nextOptions && <p>{t('application:allotment.next-options', nextOptions)}</p>}
        </div>
        {acceptBy !== null && <Countdown until={acceptBy} />}
        <Button href={href(base, 'allotment')}>{t('application:allotment.go')}</Button>
      </div>
    </Card>
  )
}
