import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names'

/** A panel with its heading. `next` marks the reader's next act, `alarm` a loss; `narrow` is as wide as a form, `flush` holds rows. */
export function Card({
  title,
  tone = 'plain',
  place,
  children,
}: {
  title?: ReactNode
  tone?: 'plain' | 'next' | 'alarm' | 'narrow' | 'flush'
  /** The panel's id, as a target of links. */
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
