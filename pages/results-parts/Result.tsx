import type { OutcomeInWords } from '../../server/features/allotment/words'
import { Banner } from '../ui/Banner'
import { useT } from '../ui/view'
import { Rows } from './Rows'

/** What a round gave a candidate: the seat or none, the numbers that it was given by, and what is to be done. */
export function Result({ outcome }: { outcome: OutcomeInWords }) {
  const t = useT()
  const { state, outside, seat, numbers, next, choices } = outcome
  return (
    <>
      <Banner tone={state === 'allotted' ? 'ok' : 'info'} title={t(`results:outcome.${state}`)}>
        {seat
          ? t('results:outcome.allotted-about', { institute: seat.institute, course: seat.course })
          : state === 'not-allotted'
            ? t('results:outcome.not-allotted-about', { count: choices })
            : t(outside ? `results:outcome.outside.${outside}` : 'results:outcome.not-considered-about')}
      </Banner>
      {seat?.isRetained && <p>{t('results:outcome.retained')}</p>}
      <Rows rows={seat ? [...seat.rows, ...numbers] : numbers} />
      <h3 className="results-next">{t('results:next.title')}</h3>
      <Rows rows={next} />
    </>
  )
}
