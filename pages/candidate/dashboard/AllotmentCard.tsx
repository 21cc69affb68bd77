import { Card } from '../../ui/data/Card'
import { Countdown } from '../../ui/data/Countdown'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './page.module.css'
import type { load } from './page.server'

type Allotment = NonNullable<Awaited<ReturnType<typeof load>>['allotment']>

/** The candidate's result in the newest published round; it replaces the card with the next act. */
export function AllotmentCard({ allotment }: { allotment: Allotment }) {
  const { base } = useView()
  const { round, state, seat, acceptBy, by, from, nextOptions } = allotment
  const t = useT()
  return (
    <Card tone="next">
      <div className={styles.next}>
        <div className="grow">
          <h2>{t(`application:allotment.${state}`, { round })}</h2>
          <p>
            {state === 'allotted'
              ? t('application:allotment.allotted-about', seat!)
              : t(`application:allotment.${state}-about`)}
          </p>
          {by && (
            <p>
              {from
                ? t('application:allotment.accept-from', { from, by })
                : t('application:allotment.accept-by', { by })}
            </p>
          )}
          {nextOptions && <p>{t('application:allotment.next-options', nextOptions)}</p>}
        </div>
        {acceptBy !== null && <Countdown until={acceptBy} />}
        <Button href={href(base, 'allotment')}>{t('application:allotment.go')}</Button>
      </div>
    </Card>
  )
}
