import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from '../page.module.css'
import type { meritCard } from './merit.server'

type Merit = NonNullable<ReturnType<typeof meritCard>>

/**
 * The candidate's numbers in the newest list that includes them. `isNext`: true if the candidate has nothing else to
 * do.
 */
export function MeritCard({ merit, isNext }: { merit: Merit; isNext: boolean }) {
  const { base } = useView()
  const { stage, places, hasJkSeat, following } = merit
  const t = useT()
  return (
    <Card tone={isNext ? 'next' : undefined}>
      <div className={styles.next}>
        <div className="grow">
          <h2>{t(`application:merit.${stage}`)}</h2>
          {places.map(({ list, number, of }) => (
            <p key={list}>{t(`application:merit.${list}`, { number, of })}</p>
          ))}
          {stage === 'final' && !hasJkSeat && places.some(({ list }) => list === 'jk') && (
            <p>
              {t('application:merit.jk-choices')} <a href={href(base, 'contactus')}>{t('shell:menu.contactus')}</a>
            </p>
          )}
          {isNext && following && !hasJkSeat && <p>{t('application:next.confirmed.then', following)}</p>}
        </div>
        <Button
          href={href(base, stage === 'final' ? 'final-merit' : 'provisional-merit')}
          kind={isNext ? 'primary' : 'quiet'}
        >
          {t('application:merit.go')}
        </Button>
      </div>
    </Card>
  )
}
