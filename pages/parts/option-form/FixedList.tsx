import { useView } from '#pages/ui/view.ts'
import { ChoiceFacts, CourseHeading, FiguresOf } from './ChoiceFacts'
import { ClosingMenu } from './ClosingTable'
import type { Head } from './head'
import { countedIn } from './held'
import type { Line } from './lines'
import styles from './options.module.css'

/** A list of choices in order, read-only. */
export function FixedList({ lines }: { lines: readonly Line[] }) {
  const { data } = useView<() => { head: Head }>()
  const { closedRound, freezing, isPublished, held } = data.head
  const freezesBelow = Math.min(freezing, countedIn(lines, held))
  return (
    <>
      <FiguresOf lines={lines} />
      <ol className={styles.choices}>
        {lines.map((line, place) => (
          <li key={line.code} className={styles.choice}>
            <CourseHeading lines={lines} place={place} />
            <span className={`${styles.lead} num`} aria-hidden="true">
              {place + 1}
            </span>
            <ChoiceFacts line={line} closedRound={closedRound} freezes={!isPublished && place < freezesBelow} />
            <ClosingMenu line={line} />
          </li>
        ))}
      </ol>
    </>
  )
}
