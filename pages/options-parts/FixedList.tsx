import { useView } from '../ui/view'
import { ChoiceFacts } from './ChoiceFacts'
import type { Head } from './head'
import type { Line } from './lines'

/** A list in its order, to be read. */
export function FixedList({ lines }: { lines: readonly Line[] }) {
  const { data } = useView<() => { head: Head }>()
  return (
    <ol className="choices">
      {lines.map((line, place) => (
        <li key={line.code} className="choice">
          <span className="place num" aria-hidden="true">
            {place + 1}
          </span>
          <ChoiceFacts line={line} closedRound={data.head.closedRound} />
        </li>
      ))}
    </ol>
  )
}
