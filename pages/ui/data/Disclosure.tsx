import type { ReactNode } from 'react'
import type { Language } from '#server/kernel/languages.ts'

/**
 * A part that opens on request, with and without JavaScript. `section`: a part of a panel, with a line above it.
 * `inline`: a part of a list entry.
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
    <summary>
      <span className="grow">{summary}</span>
    </summary>
    {children}
  </details>
)
