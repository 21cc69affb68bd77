import type { ReactNode } from 'react'
import type { Language } from '../../../server/kernel/languages'

/**
 * A part that is folded away until it is asked for, with and without JavaScript. `section`: a part of a panel, with a
 * line above it. `inline`: a piece of an entry of a list.
 */
export const Disclosure = ({
  summary,
  isOpen,
  kind = 'section',
  lang,
  children,
}: {
  summary: ReactNode
  isOpen?: boolean
  kind?: 'section' | 'inline'
  lang?: Language
  children: ReactNode
}) => (
  <details className={`fold ${kind}`} open={isOpen} lang={lang}>
    <summary>{summary}</summary>
    {children}
  </details>
)
