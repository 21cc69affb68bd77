import { useView } from '../../ui/view'
import { ChoiceFacts } from './ChoiceFacts'
import type { Head } from './head'
import type { Line } from './lines'
import styles from './options.module.css'

/** A list of choices in order, read-only. */
export function FixedList({ lines }: { lines: readonly Line[] }) {
  const { data } = useView<() => { head: Head }>()
  return (
    <ol className={styles.choices}>
      {lines.map((line, place) => (
        <li key={line.code} className={styles.choice}>
          <span className={`${styles.place} num`} aria-hidden="true">
            {place + 1}
          </span>
          <ChoiceFacts line={line} closedRound={data.head.closedRound} />
        </li>
      ))}
    </ol>
  )
}
