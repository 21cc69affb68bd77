import { Tag } from '../ui/Tag'
import { useT } from '../ui/view'
import type { Line } from './lines'

/**
 * What is known of a choice: where it is, and how far the last round went. `closedRound`: null before the first.
 * `labelFor`: the id of the control that the choice's name belongs to.
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
  const { code, institute, course, district, status, isOffered, isWaiver, seats, closings } = line
  const name = (
    <>
      <span className="num">{code}</span> {institute ?? t('options:line.unknown')}
    </>
  )
  return (
    <div className="choice-facts">
      {labelFor ? <label htmlFor={labelFor}>{name}</label> : <b>{name}</b>}
      <p>{[course, district, status].filter(Boolean).join(' · ')}</p>
      {!isOffered && <Tag tone="fix">{t('options:line.gone')}</Tag>}
      {isWaiver && <Tag tone="todo">{t('options:line.waiver')}</Tag>}
      {isOffered && <p className="num">{t('options:line.seats', { count: seats })}</p>}
      {isOffered && closedRound !== null && (
        <p className="num">
          {closings.length
            ? t('options:line.closed', { round: closedRound })
            : t('options:line.not-closed', { round: closedRound })}{' '}
          {closings.map(({ type, name, merit, isLeft, isReached }) => (
            <span key={type} className={isReached ? 'closing reached' : 'closing'}>
              <abbr title={name}>{type}</abbr> {merit} {isLeft && t('options:line.left')}
              {isReached && ` ${t('options:line.reached')}`}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
