import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names'

/** A panel with its heading. `next` marks the reader's next act, `alarm` a loss; `narrow` is as wide as a form, `flush` holds rows. */
export function Card({
  title,
  tone = 'plain',
  place,
  isAsked = false,
  children,
}: {
  title?: ReactNode
  tone?: 'plain' | 'next' | 'alarm' | 'narrow' | 'flush'
  /** The panel's id, as a target of links. */
  place?: string
  /** It is asked for by an act that leaves no news: the act leads to its heading. */
  isAsked?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={place}
      className={classNames('card', tone !== 'plain' && tone)}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <h2 id={id} tabIndex={isAsked ? -1 : undefined} data-asked={isAsked || undefined}>
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
