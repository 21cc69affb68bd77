import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names'

/** A panel with its heading. `next` marks the reader's next act, `alarm` a loss; `narrow` is as wide as a form, `flush` holds rows. */
export function Card({
  title,
  beside,
  tone = 'plain',
  place,
  children,
}: {
  title?: ReactNode
  /** A link or a state at the end of the heading's line. */
  beside?: ReactNode
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
      {title &&
        (beside ? (
          <div className="heading">
            <h2 id={id}>{title}</h2>
            {beside}
          </div>
        ) : (
          <h2 id={id}>{title}</h2>
        ))}
      {children}
    </section>
  )
}
