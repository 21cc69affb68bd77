import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from '../page.module.css'
import type { allotmentCard } from './allotment.server'

type Allotment = NonNullable<ReturnType<typeof allotmentCard>>

/** The newest published round, which gave the candidate no seat; it replaces the card with the next act. */
export function AllotmentCard({ allotment, isNext }: { allotment: Allotment; isNext: boolean }) {
  const { base } = useView()
  const { round, isLastRound, state, nextOptions } = allotment
  const about = state === 'not-allotted' && isLastRound ? 'not-allotted-last' : (`${state}-about` as const)
  const t = useT()
  return (
    <Card tone={isNext ? 'next' : undefined}>
      <div className={styles.next}>
        <div className="grow">
          <h2>{t(`application:allotment.${state}`, { round })}</h2>
          <p>{t(`application:allotment.${about}`)}</p>
          {nextOptions && <p>{t('application:allotment.next-options', nextOptions)}</p>}
        </div>
        <Button href={href(base, 'allotment')} kind={isNext ? 'primary' : 'quiet'}>
          {t('application:allotment.go')}
        </Button>
      </div>
    </Card>
  )
}
