import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { OutcomeInWords } from '#server/features/seats/allotment/words.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './results.module.css'

type Choice = OutcomeInWords['higher'][number]
type Pool = Choice['pools'][number]
type Row = Pick<Choice, 'preference' | 'choiceCode' | 'institute' | 'course' | 'pools'> & { isOwn: boolean }

/** The type of seat at which the candidate came nearest to the last number admitted. */
const nearest = (pools: readonly Pool[]): Pool | undefined =>
  [...pools].sort((a, b) => gapOf(a) - gapOf(b) || Number(a.list === 'all-india') - Number(b.list === 'all-india'))[0]
const gapOf = ({ own, last, why }: Pool) => (last === null || why !== 'merit' ? Number.MAX_SAFE_INTEGER : own - last)

/**
 * The reasons why no preferred choice was allotted, as a table: the last number admitted beside the candidate's own.
 * Each row opens for every type of seat that the candidate could use.
 */
export function Reasons({ outcome: { state, seat, higher, choices } }: { outcome: OutcomeInWords }) {
  const t = useT()
  if (state === 'not-considered' || (seat?.isRetained && choices === 0)) return null
  if (higher.length === 0) {
    return <p className={styles.next}>{t(choices ? 'results:why.first' : 'outcome:not-considered-about')}</p>
  }
  const rows: Row[] = higher.map((choice) => ({ ...choice, isOwn: false }))
  if (seat && seat.preference !== null) {
    const { preference, choiceCode, institute, course } = seat
    rows.push({ preference, choiceCode, institute, course, pools: [], isOwn: true })
  }
  // A course that all choices share is named once.
  const [course, ...others] = new Set(rows.map((row) => row.course))
  const isShared = others.length === 0
  // Where one choice came nearest by the State list and another by the All India list, each number names its list.
  const hasLists = new Set(rows.flatMap(({ pools }) => nearest(pools)?.list ?? [])).size > 1
  return (
    <>
      <h3 className={styles.next}>{t(seat ? 'results:why.title' : 'results:why.title-none')}</h3>
      {isShared && course && <p>{course}</p>}
      <Table
        caption={t(seat ? 'results:why.title' : 'results:why.title-none')}
        rows={rows}
        keyOf={({ choiceCode }) => choiceCode}
        columns={[
          { title: t('results:why.column.choice'), cell: ({ preference }) => preference, isFigure: true },
          {
            title: t('results:why.column.institute'),
            isName: true,
            cell: (row) => <Named row={row} hasCourse={!isShared} />,
          },
          {
            title: t('results:why.column.closed'),
            isFigure: true,
            cell: ({ pools }) => {
              const last = nearest(pools)?.last
              return last == null ? null : formatCount(last)
            },
          },
          {
            title: t('results:why.column.you'),
            isFigure: true,
            cell: ({ pools }) => {
              const pool = nearest(pools)
              if (!pool) return null
              return hasLists ? t(`results:why.list.${pool.list}`, { number: pool.own }) : formatCount(pool.own)
            },
          },
          { title: t('results:why.column.why'), cell: (row) => <Why row={row} /> },
        ]}
      />
    </>
  )
}

const Named = ({ row: { institute, course, choiceCode, isOwn }, hasCourse }: { row: Row; hasCourse: boolean }) => (
  <>
    {isOwn ? <b>{institute}</b> : (institute ?? choiceCode)}
    <small>{[hasCourse && course, institute !== null && choiceCode].filter(Boolean).join(' · ')}</small>
  </>
)

/** The reason in a few words, and every type of seat on request. */
function Why({ row: { pools, institute, isOwn } }: { row: Row }) {
  const t = useT()
  if (isOwn) {
    return (
      <div className={styles.why}>
        <Tag tone="done">{t('results:why.own-seat')}</Tag>
      </div>
    )
  }
  if (institute === null) return t('results:why.unknown')
  const pool = nearest(pools)
  if (!pool) return t('results:why.no-pool')
  const gap = gapOf(pool)
  return (
    <div className={styles.why}>
      <span className={styles.short}>
        {pool.why === 'merit'
          ? t('results:why.short', { count: gap })
          : t(pool.why === 'kept' ? 'results:why.kept-short' : 'results:why.no-seat-short')}
      </span>
      <Disclosure kind="inline" summary={t('results:why.every')}>
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
      </Disclosure>
    </div>
  )
}
