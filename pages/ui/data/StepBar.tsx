import type { ReactNode } from 'react'
import { useT } from '../view'
import { Icon } from './Icon'
import { VisuallyHidden } from './VisuallyHidden'

export type BarStep = { title: string; state: 'done' | 'now' | 'later'; note?: ReactNode }

/** The few steps of one act side by side: the finished ones with a tick, and the present one. */
export function StepBar({ steps }: { steps: readonly BarStep[] }) {
  const t = useT()
  return (
    <ol className="stepbar">
      {steps.map(({ title, state, note }) => (
        <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          {state === 'done' && <Icon name="step" />}
          <b>{title}</b>
          {state === 'done' && <VisuallyHidden> ({t('shell:timeline.past')})</VisuallyHidden>}
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}
