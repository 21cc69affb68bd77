import { Banner } from '#pages/ui/data/Banner.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT } from '#pages/ui/view.ts'
import type { OutcomeInWords } from '#server/features/seats/allotment/words.ts'
import styles from './results.module.css'

/** A candidate's result in a round: the seat or none, the merit numbers that decided it, and the next steps. */
export function Result({ outcome }: { outcome: OutcomeInWords }) {
  const t = useT()
  const { state, outside, seat, numbers, next, choices } = outcome
  return (
    <>
      <Banner tone={state === 'allotted' ? 'ok' : 'info'} title={t(`outcome:${state}`)}>
        {seat
          ? t('outcome:allotted-about', { institute: seat.institute, course: seat.course })
          : state === 'not-allotted'
            ? t('outcome:not-allotted-about', { count: choices })
            : t(outside ? `outcome:outside.${outside}` : 'outcome:not-considered-about')}
      </Banner>
      {seat?.isRetained && <p>{t('outcome:retained')}</p>}
      <Facts facts={seat ? [...seat.rows, ...numbers] : numbers} />
      <h3 className={styles.next}>{t('outcome:next.title')}</h3>
      <Facts facts={next} />
    </>
  )
}
