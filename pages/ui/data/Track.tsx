import type { ReactNode } from 'react'
import { useT } from '../view'
import { Icon } from './Icon'
import { VisuallyHidden } from './VisuallyHidden'

export type TrackedStep = { title: string; state: 'done' | 'now' | 'late' | 'later'; note?: ReactNode }

/** A course of events: what has happened, where it is now or what went wrong, and what comes. */
export function Track({ steps }: { steps: readonly TrackedStep[] }) {
  const t = useT()
  return (
    <ol className="track">
      {steps.map(({ title, state, note }) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="mark">
            {(state === 'done' || state === 'late') && <Icon name={state === 'done' ? 'step' : 'close'} />}
          </span>
          <span className="what">{title}</span>
          {state === 'done' && <VisuallyHidden> ({t('shell:timeline.past')})</VisuallyHidden>}
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}
