import type { OutcomeInWords } from '../../../server/features/allotment/words'
import { Disclosure } from '../../ui/data/Disclosure'
import { Facts } from '../../ui/data/Facts'
import { useT } from '../../ui/view'
import styles from './results.module.css'

type Choice = OutcomeInWords['higher'][number]

/** Up to this many choices are shown open; in a longer list each choice is closed at first. */
const mostOpen = 5

/**
 * The reasons why no preferred choice was allotted: each seat open to the candidate, with the last number admitted to
 * it.
 */
export function Reasons({ outcome: { state, seat, higher, choices } }: { outcome: OutcomeInWords }) {
  const t = useT()
  if (state === 'not-considered') return null
  return (
    <>
      <h3 className={styles.next}>{t(seat ? 'results:why.title' : 'results:why.title-none')}</h3>
      {higher.length === 0 ? (
        <p>{t(choices ? 'results:why.first' : 'results:outcome.not-considered-about')}</p>
      ) : (
        <>
          <p>{t('results:why.about')}</p>
          {higher.map((choice) => (
            <Reason key={choice.choiceCode} choice={choice} isOpen={higher.length <= mostOpen} />
          ))}
        </>
      )}
    </>
  )
}

function Reason({ choice, isOpen }: { choice: Choice; isOpen: boolean }) {
  const t = useT()
  const { preference, choiceCode, institute, course, pools } = choice
  return (
    <Disclosure
      isOpen={isOpen}
      summary={
        institute === null || course === null
          ? `${preference}. ${choiceCode}`
          : t('results:why.choice', { preference, institute, course })
      }
    >
      <p>{t('results:why.choice-code', { code: choiceCode })}</p>
      {institute === null ? (
        <p>{t('results:why.unknown')}</p>
      ) : pools.length === 0 ? (
        <p>{t('results:why.no-pool')}</p>
      ) : (
        <ul className={styles.pools}>
          {pools.map(({ seat, list, own, last, why }) => (
            <li key={seat}>
              <b>{seat}</b>
              <Facts
                facts={[
                  {
                    label: t('results:why.last'),
                    value: last === null ? t('results:why.nobody') : t(`results:why.list.${list}`, { number: last }),
                  },
                  { label: t('results:why.own'), value: t(`results:why.list.${list}`, { number: own }) },
                ]}
              />
              <small>{t(`results:why.${why}`)}</small>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
