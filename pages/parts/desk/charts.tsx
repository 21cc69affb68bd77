import { type ReactNode, useId } from 'react'
import { classNames } from '#pages/ui/class-names.ts'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { useT } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './charts.module.css'

/** Charts side by side, where the screen has room. */
export const Figures = ({ children }: { children: ReactNode }) => <div className={styles.figures}>{children}</div>

/** A chart with a summary in one line and the table of its numbers. `beside`: the download of the table. */
export function Figure({
  title,
  summary,
  table,
  beside,
  children,
}: {
  title: string
  summary: ReactNode
  table: ReactNode
  beside?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{summary}</p>
      {children}
      <Disclosure summary={t('overview:table')}>
        {table}
        {beside}
      </Disclosure>
    </section>
  )
}

export type Column = { label: string; value: number; text: string }

/** Columns over time, drawn without JavaScript. The table has the numbers; the summary has the main point. */
export function Columns({ columns, name }: { columns: readonly Column[]; name: string }) {
  const most = Math.max(1, ...columns.map(({ value }) => value))
  const [first] = columns
  const last = columns[columns.length - 1]
  if (!first || !last) return null
  return (
    <div className={styles.columns}>
      <div className={`${styles.scale} num`} aria-hidden="true">
        <span>{formatCount(most)}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${columns.length} 100`} preserveAspectRatio="none" role="img" aria-label={name}>
        <path className={styles.line} d={`M0 .5h${columns.length}M0 50h${columns.length}`} />
        {columns.map(({ label, value, text }, place) => (
          <rect key={label} x={place + 0.12} y={100 - (value / most) * 100} width={0.76} height={(value / most) * 100}>
            <title>{`${label}: ${text}`}</title>
          </rect>
        ))}
      </svg>
      <div className={`${styles.ends} num`} aria-hidden="true">
        <span>{first.label}</span>
        {columns.length > 2 && <span>{columns[Math.floor(columns.length / 2)]!.label}</span>}
        {columns.length > 1 && <span>{last.label}</span>}
      </div>
    </div>
  )
}

type Bar = { label: ReactNode; value: number; note?: ReactNode }

/** Bars in a list, each with its number, so that the drawing holds nothing that is not also text. */
export function Bars({ bars, tone }: { bars: readonly Bar[]; tone?: 'waiting' }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className={classNames(styles.bars, tone === 'waiting' && styles.waiting)}>
      {bars.map(({ label, value, note }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a chart keep their order
        <li key={place}>
          <span>
            {label}
            {note && <small> {note}</small>}
          </span>
          <b className="num">{formatCount(value)}</b>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect className={styles.whole} width={100} height={10} />
            <rect width={(value / most) * 100} height={10} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
