import { classNames } from '../../ui/class-names'
import { Tag } from '../../ui/data/Tag'
import { useT } from '../../ui/view'
import type { Line } from './lines'
import styles from './options.module.css'

/**
 * The details of a choice, with its closing merits in the last round. `closedRound`: that round; null before the first.
 * `labelFor`: the id of the control that the choice's name labels.
 */
export function ChoiceFacts({
  line,
  closedRound,
  labelFor,
}: {
  line: Line
  closedRound: number | null
  labelFor?: string
}) {
  const t = useT()
  const { code, institute, course, district, status, isOffered, isWaiver, seats, annualFee, closings } = line
  const name = (
    <>
      {code} {institute ?? t('options:line.unknown')}
    </>
  )
  return (
    <div className={styles.facts}>
      {labelFor ? <label htmlFor={labelFor}>{name}</label> : <b>{name}</b>}
      <p>{[course, district, status].filter(Boolean).join(' · ')}</p>
      {!isOffered && <Tag tone="fix">{t('options:line.gone')}</Tag>}
      {isWaiver && <Tag tone="todo">{t('options:line.waiver')}</Tag>}
      {isOffered && (
        <p>
          {[t('options:line.seats', { count: seats }), annualFee && t('options:line.annual-fee', { fee: annualFee })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {isOffered && closedRound !== null && (
        <p>
          {closings.length
            ? t('options:line.closed', { round: closedRound })
            : t('options:line.not-closed', { round: closedRound })}{' '}
          {closings.map(({ type, name, merit, isLeft, isReached }) => (
            <span key={type} className={classNames(styles.closing, isReached && styles.reached)}>
              <abbr title={name}>{type}</abbr> {merit} {isLeft && t('options:line.left')}
              {isReached && ` ${t('options:line.reached')}`}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
