import { Card } from '#pages/ui/data/Card.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

const looks = { past: styles.past, now: styles.now, next: styles.next, later: undefined }

/** The six stages in a line, with today's mark; a line that passes them shows how much of each is over. */
export function Stages() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { stages, round, rounds, today } = data
  return (
    <Card title={t('home:stages')}>
      <ol className={styles.stages}>
        {stages.map(({ stage, state, share, when, isToday }, place) => (
          <li key={stage} className={looks[state]} aria-current={isToday ? 'step' : undefined}>
            <Way share={share} />
            <span className={styles.number} aria-hidden="true">
              {place + 1}
            </span>
            <b>{t(`home:stage.${stage}`)}</b>
            {state !== 'later' && <VisuallyHidden>{t(`home:stage-state.${state}`, { share })}</VisuallyHidden>}
            <small>{when}</small>
            {isToday && <small className={styles.today}>{t('home:today', { date: today })}</small>}
          </li>
        ))}
      </ol>
      <p>
        {rounds > 1 && t('home:stages.round', { round, rounds })}{' '}
        <a href={href(base, 'importantdate')}>{t('home:all-dates')}</a>
      </p>
    </Card>
  )
}

/** The part of the line that belongs to a stage, coloured as far as its time is over: downwards on a phone, else across. */
const Way = ({ share }: { share: number }) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect className={styles.down} width="100" height={share} />
    <rect className={styles.across} width={share} height="100" />
  </svg>
)
