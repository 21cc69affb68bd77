import type { ReactElement } from 'react'
import { usePage } from './view'

/**
 * A part that is the same on many pages, for everybody or for everybody in the same state. The server renders it once
 * for each language and key and inserts the HTML; the browser renders the part itself. `by` holds everything on which
 * the part depends besides the course and the language, so the part must not show one candidate's data. It must not use
 * `useId`, because its numbers would clash with the page's.
 */
export function Kept({
  name,
  by = '',
  as: Tag = 'div',
  className,
  label,
  children,
}: {
  name: string
  by?: string
  as?: 'div' | 'footer' | 'nav'
  className?: string
  label?: string
  children: ReactElement
}) {
  const { view, kept } = usePage()
  const attributes = { className, 'aria-label': label }
  if (!kept) return <Tag {...attributes}>{children}</Tag>
  const html = kept(`${name} ${view.base} ${view.language} ${by}`, children)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it from the same component
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
