import type { ReactNode } from 'react'
import type { ActivityState } from '#server/domain/terms/schedule.ts'
import { useT } from '../view'
import { VisuallyHidden } from './VisuallyHidden'

/** `isNext`: not open yet, and the next one for its reader. */
export type Moment = {
  title: string
  time: string
  state: ActivityState
  isNext?: boolean
  note?: ReactNode
  remind?: Remind
}

/** A file for the calendar of the reader's device. `of`: its name, with the date that it is about. */
type Remind = { href: string; label: string; of: string }

/** The schedule in order of time: past, present and future. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  const t = useT()
  return (
    <ol className="timeline">
      {moments.map(({ title, time, state, isNext, note, remind }) => (
        <li key={title} className={isNext ? 'ahead' : state}>
          <span className="what">{title}</span>
          {(state === 'past' || state === 'now') && (
            <VisuallyHidden> ({t(state === 'past' ? 'shell:timeline.past' : 'shell:timeline.now')})</VisuallyHidden>
          )}
          <span className="when">{time}</span>
          {note && <small>{note}</small>}
          {remind && (
            <small className="screen-only">
              <a href={remind.href} aria-label={remind.of}>
                {remind.label}
              </a>
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
