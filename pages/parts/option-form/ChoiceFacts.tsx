import { memo, type ReactNode } from 'react'
import { classNames } from '#pages/ui/class-names.ts'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import { ChanceTag } from './Chance'
import type { Head } from './head'
import { shownLast } from './last-rank'
import type { Line } from './lines'
import styles from './options.module.css'

/**
 * A choice as cells of a row: name and place, closing merit, and what an allotment would mean. `closedRound`: the last
 * round; null before the first. `labelFor`: the id of the control that the choice's name labels. `freezes`: a seat
 * allotted at this place of the list freezes. `marks`: further tags.
 */
export const ChoiceFacts = memo(function ChoiceFacts({
  line,
  closedRound,
  labelFor,
  freezes,
  marks,
}: {
  line: Line
  closedRound: number | null
  labelFor?: string
  freezes?: boolean
  marks?: ReactNode
}) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  const hasChances = data.head.chances !== null
  const { institute, isOffered, isWaiver, annualFee, best } = line
  const name = institute ?? t('options:line.unknown')
  return (
    <>
      {labelFor ? (
        <label className={styles.name} htmlFor={labelFor}>
          {name}
        </label>
      ) : (
        <b className={styles.name}>{name}</b>
      )}
      <About line={line} />
      <div className={classNames(styles.figures, closedRound === null && styles.unclosed)}>
        {annualFee && (
          <span className={styles.figure}>
            <small>{t('options:line.fee')}</small> <b className="num">{annualFee}</b>
          </span>
        )}
        {closedRound !== null && isOffered && <ClosedAt best={best} />}
        <span className={styles.marks}>
          {marks}
          {freezes && <Tag tone="todo">{t('options:line.freezes')}</Tag>}
          {hasChances && isOffered && !isWaiver && <ChanceTag line={line} />}
          {!isOffered && <Tag tone="fix">{t('options:line.gone')}</Tag>}
          {isWaiver && <Tag tone="wait">{t('options:line.waiver')}</Tag>}
          {!hasChances && !freezes && !data.head.isPublished && best?.isReached && (
            <span className={styles.reached}>{t('options:line.likely')}</span>
          )}
        </span>
      </div>
    </>
  )
})

/** Where a choice is, of what kind, and its code, which leads to the institute. */
function About({ line: { code, instituteCode, district, status, isOffered, seats, hostel } }: { line: Line }) {
  const { base } = useView()
  const t = useT()
  return (
    <p className={styles.about}>
      {[
        district,
        status,
        isOffered && t('options:line.seat-count', { count: seats }),
        hostel && hostel !== 'none' && t(`options:line.hostel.${hostel}`),
      ]
        .filter(Boolean)
        .join('\u00a0· ')}
      {'\u00a0· '}
      {instituteCode ? (
        <a
          href={href(base, 'institude-list/:code', { code: instituteCode })}
          aria-label={`${code}: ${t('options:line.institute')}`}
        >
          {code}
        </a>
      ) : (
        code
      )}
    </p>
  )
}

/** The last merit number admitted, of the type of seat that came nearest to this candidate. */
function ClosedAt({ best }: { best: Line['best'] }) {
  const t = useT()
  const shown = shownLast(best)
  if (shown === 'left') return <b className={styles.figure}>{t('options:line.seats-left')}</b>
  return (
    <span className={styles.figure}>
      <small>{t(best?.isAllIndia ? 'options:line.closed-all-india' : 'options:line.closed-at')}</small>{' '}
      <b className="num">{shown === null ? '–' : formatCount(shown)}</b>
    </span>
  )
}

/** The round from which the figures beside choices come; nothing before the first. */
export function FiguresOf({ lines }: { lines: readonly Line[] }) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  const { closedRound } = data.head
  if (closedRound === null || !lines.some(({ best }) => best)) return null
  return <p className="hint">{t('options:line.figures-of', { round: closedRound })}</p>
}

/** The name of the course, above the first of the rows that share it. */
export const CourseHeading = ({ lines, place }: { lines: readonly Line[]; place: number }) => {
  const course = lines[place]?.course
  if (!course || course === lines[place - 1]?.course) return null
  return <p className={styles.course}>{course}</p>
}
