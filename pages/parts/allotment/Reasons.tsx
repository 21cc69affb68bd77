import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT } from '#pages/ui/view.ts'
import type { OutcomeInWords } from '#server/features/seats/allotment/words.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './reasons.module.css'

type Choice = OutcomeInWords['higher'][number]
type Pool = Choice['pools'][number]

/** The type of seat at which the candidate came nearest to the last number admitted. */
const nearest = (pools: readonly Pool[]): Pool | undefined =>
  [...pools].sort((a, b) => gapOf(a) - gapOf(b) || Number(a.list === 'all-india') - Number(b.list === 'all-india'))[0]
const gapOf = ({ own, last, why }: Pool) => (last === null || why !== 'merit' ? Number.MAX_SAFE_INTEGER : own - last)
const gapAt = ({ pools }: Choice) => {
  const pool = nearest(pools)
  return pool ? gapOf(pool) : Number.POSITIVE_INFINITY
}

/** How many of the choices are shown at once. */
const atOnce = 5

/**
 * The reasons why no preferred choice was allotted: for each the last number admitted beside the candidate's own, as a bar
 * and in words. The nearest ones come first, the others on request in their order. Each opens for every type of seat that the
 * candidate could use.
 */
export function Reasons({ outcome: { state, seat, higher, choices } }: { outcome: OutcomeInWords }) {
  const t = useT()
  if (state === 'not-considered' || (seat?.isRetained && choices === 0)) return null
  if (higher.length === 0) return <p>{t(choices ? 'results:why.first' : 'outcome:not-considered-about')}</p>
  const byGap = [...higher].sort((a, b) => gapAt(a) - gapAt(b) || a.preference - b.preference)
  const first = higher.length > atOnce + 1 ? byGap.slice(0, atOnce) : higher
  const others = higher.filter((choice) => !first.includes(choice))
  // A course that all choices share is named once.
  const [course, ...more] = new Set([...higher, ...(seat ? [seat] : [])].map((row) => row.course))
  const isShared = more.length === 0
  // Where one choice came nearest by the State list and another by the All India list, each number names its list.
  const hasLists = new Set(higher.flatMap(({ pools }) => nearest(pools)?.list ?? [])).size > 1
  const list = (rows: readonly Choice[]) => (
    <ol className={styles.choices}>
      {rows.map((choice) => (
        <Missed key={choice.choiceCode} choice={choice} hasCourse={!isShared} hasLists={hasLists} />
      ))}
    </ol>
  )
  return (
    <>
      <h3>{t(seat ? 'results:why.title' : 'results:why.title-none')}</h3>
      {isShared && course && <p className={styles.about}>{course}</p>}
      {others.length > 0 && <p className={styles.about}>{t('results:why.nearest')}</p>}
      {list(first)}
      {others.length > 0 && (
        <Disclosure summary={t('results:why.all', { count: higher.length })}>{list(others)}</Disclosure>
      )}
    </>
  )
}

/** One choice that was not given: who it is, how near it was, and on request every type of seat. */
function Missed({ choice, hasCourse, hasLists }: { choice: Choice; hasCourse: boolean; hasLists: boolean }) {
  const t = useT()
  const { preference, institute, course, choiceCode, pools } = choice
  const pool = nearest(pools)
  const own = pool && (hasLists ? t(`results:why.list.${pool.list}`, { number: pool.own }) : formatCount(pool.own))
  return (
    <li>
      <p className={styles.name}>
        <span className={styles.preference}>{preference}</span>
        <span>
          <Written as="b">{institute ?? choiceCode}</Written>
          <small>{[hasCourse && course, institute !== null && choiceCode].filter(Boolean).join(' · ')}</small>
        </span>
      </p>
      {institute === null && <p>{t('results:why.unknown')}</p>}
      {institute !== null && !pool && <p>{t('results:why.no-pool')}</p>}
      {institute !== null && pool && (
        <>
          {pool.why === 'merit' && pool.last !== null ? (
            <>
              <Bar last={pool.last} own={pool.own} />
              <p className={styles.numbers}>
                <span>{t('results:why.closed-at', { number: formatCount(pool.last) })}</span>
                <span>{t('results:why.yours', { number: own! })}</span>
                <b>{t('results:why.short', { count: gapOf(pool) })}</b>
              </p>
            </>
          ) : (
            <p>{t(pool.why === 'kept' ? 'results:why.kept-short' : 'results:why.no-seat-short')}</p>
          )}
          <Disclosure kind="inline" summary={t('results:why.every')}>
            <Pools pools={pools} />
          </Disclosure>
        </>
      )}
    </li>
  )
}

/** The last number admitted as a share of the candidate's own: the gap is what was missing. The words beside it say the same. */
const Bar = ({ last, own }: { last: number; own: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.gap} width="100" height="8" />
    <rect className={styles.last} width={Math.round((100 * last) / Math.max(own, last))} height="8" />
    <rect className={styles.own} x="99" width="1" height="8" />
  </svg>
)

/** Every type of seat at a choice. */
function Pools({ pools }: { pools: readonly Pool[] }) {
  const t = useT()
  return (
    <ul className={styles.pools}>
      {pools.map(({ seat, list, own, last, why }) => (
        <li key={seat}>
          <b>{seat}</b>
          <br />
          {t('results:why.last')}:{' '}
          {last === null ? t('results:why.nobody') : t(`results:why.list.${list}`, { number: last })}
          <br />
          {t('results:why.own')}: {t(`results:why.list.${list}`, { number: own })}
          <br />
          <small>{t(`results:why.${why}`)}</small>
        </li>
      ))}
    </ul>
  )
}
