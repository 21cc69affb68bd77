import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names'

/** A panel with its heading. `next` marks the one thing to do; `narrow` is as wide as a form. */
export function Card({
  title,
  tone = 'plain',
  place,
  children,
}: {
  title?: ReactNode
  tone?: 'plain' | 'next' | 'narrow'
  /** Its id, where an address leads to it. */
  place?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={place}
      className={classNames('card', tone !== 'plain' && tone)}
      aria-labelledby={title ? id : undefined}
    >
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
