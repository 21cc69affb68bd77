import { type MouseEvent, memo } from 'react'
import { chanceTone } from '#pages/parts/option-form/Chance.tsx'
import { shownLast } from '#pages/parts/option-form/last-rank.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { Band } from '#server/domain/seats/chances.ts'
import type { ChoiceRow } from '#server/domain/seats/choice-search.ts'
import { formatCount, formatRupees } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Ticking = {
  mayChange: boolean
  onTick(code: string, isOn: boolean): void
  /** Shows the figures of a choice beside the list. */
  onOpen(code: string): void
  onStar(of: { code: string; institute: string }, isStarred: boolean): void
}

/** The courses found. The error summary links faults of the whole list to the id of this `ul`. */
export function Rows({
  rows,
  mine,
  ticked,
  opened,
  stars,
  bandOf,
  ...ticking
}: Ticking & {
  rows: readonly ChoiceRow[]
  mine: readonly string[]
  ticked: readonly string[]
  opened: string | null
  stars: readonly string[]
  bandOf: ((row: ChoiceRow) => Band | null) | null
}) {
  const t = useT()
  const { data } = useView<typeof load>()
  const hasChances = data.head.chances !== null
  return (
    <div className={hasChances ? undefined : styles.chanceless}>
      <div className={styles.head} aria-hidden="true">
        <span>{t('options:line.name')}</span>
        <span>{hasChances && t('options:line.chance')}</span>
        <span>{t('options:line.last')}</span>
        <span>{t('options:line.fee')}</span>
      </div>
      <ul className={styles.rows} id={fieldId('choices')}>
        {rows.map((row) => (
          <Row
            key={row.code}
            row={row}
            place={mine.indexOf(row.code) + 1}
            isTicked={ticked.includes(row.code)}
            isOpened={opened === row.code}
            isStarred={stars.includes(row.code)}
            band={bandOf?.(row) ?? null}
            {...ticking}
          />
        ))}
      </ul>
    </div>
  )
}

/** A course in as few marks as its facts need: hundreds of them are drawn. `place`: in the candidate's list, 0 if absent. */
const Row = memo(function Row({
  row,
  place,
  isTicked,
  isOpened,
  isStarred,
  band,
  mayChange,
  onTick,
  onOpen,
  onStar,
}: Ticking & {
  row: ChoiceRow
  place: number
  isTicked: boolean
  isOpened: boolean
  isStarred: boolean
  band: Band | null
}) {
  const { base } = useView<typeof load>()
  const t = useT()
  const { code, institute, instituteCode, fee } = row
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || typeof HTMLDialogElement === 'undefined') return
    event.preventDefault()
    onOpen(code)
  }
  return (
    <li className={classNames(styles.row, isOpened && styles.current)}>
      <Lead row={row} place={place} isTicked={isTicked} mayChange={mayChange} onTick={onTick} />
      <div className={styles.name} id={`of-${code}`}>
        <a href={href(base, 'institude-list/:code', { code: instituteCode })} onClick={open}>
          {institute}
        </a>
        <About row={row} />
      </div>
      <p className={styles.facts}>
        <span className={styles.chance}>
          {band && <Tag tone={chanceTone[band]}>{t(`options:chance.${band}`)}</Tag>}
        </span>
        <Last row={row} />
        {fee !== null && <b className={`num ${styles.fee}`}>{formatRupees(fee)}</b>}
      </p>
      {mayChange && <Star row={row} isStarred={isStarred} onStar={onStar} />}
    </li>
  )
})

/** The place in the candidate's list, or the box that ticks the course. */
function Lead({
  row: { code },
  place,
  isTicked,
  mayChange,
  onTick,
}: { row: ChoiceRow; place: number; isTicked: boolean } & Pick<Ticking, 'mayChange' | 'onTick'>) {
  const t = useT()
  if (place > 0) {
    return (
      <span className={styles.on}>
        <VisuallyHidden>{t('options:found.in-list', { place })}</VisuallyHidden>
        <span aria-hidden="true">{place}</span>
      </span>
    )
  }
  if (!mayChange) return <span />
  return (
    <input
      type="checkbox"
      id={fieldId(`code-${code}`)}
      name={`code-${code}`}
      value="true"
      aria-labelledby={`of-${code}`}
      defaultChecked={isTicked}
      onChange={({ currentTarget }) => onTick(code, currentTarget.checked)}
    />
  )
}

/** Sets a star at once with JavaScript; without it, the button sends the form. */
function Star({
  row: { code, institute },
  isStarred,
  onStar,
}: { row: ChoiceRow; isStarred: boolean } & Pick<Ticking, 'onStar'>) {
  const t = useT()
  const isScripted = useHydrated()
  return (
    <button
      type={isScripted ? 'button' : 'submit'}
      className={styles.star}
      name="star"
      value={`${isStarred ? 'off' : 'on'}:${code}`}
      aria-pressed={isStarred}
      aria-label={t('options:star.of', { institute })}
      onClick={() => onStar({ code, institute }, !isStarred)}
    >
      <Icon name="star" />
    </button>
  )
}

function About({ row: { course, courseName, place, kind, hostel, distance, isWaiver, code } }: { row: ChoiceRow }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <p>
      {data.courseSigns && (
        <abbr className={styles.course} title={courseName}>
          {data.courseSigns[course] ?? courseName}
        </abbr>
      )}
      {[
        place,
        kind,
        hostel && hostel !== 'none' && t(`options:line.hostel.${hostel}`),
        distance !== null && distance > 0 && t('options:distance.about', { kilometres: distance }),
        isWaiver && t('options:line.waiver'),
        code,
      ]
        .filter(Boolean)
        .join('\u00a0· ')}
    </p>
  )
}

/** The last rank by the type of seat that came nearest to this candidate. */
function Last({ row: { last } }: { row: ChoiceRow }) {
  const t = useT()
  const shown = shownLast(last)
  if (!last || shown === null) return null
  if (shown === 'left') return <b className={styles.last}>{t('options:line.seats-left')}</b>
  return (
    <span className={styles.last}>
      <small>{t(last.isAllIndia ? 'options:line.last-all-india' : 'options:line.last')} </small>
      <b className="num">{formatCount(shown)}</b>
    </span>
  )
}
