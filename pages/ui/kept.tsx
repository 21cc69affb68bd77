import type { ReactElement } from 'react'
import { usePage } from './view'

/**
 * A part of a page that is the same for many: on every page, or for everybody who stands at the same point. The server
 * draws it once for each language and key, and puts the HTML in its place; the browser draws it itself. `by` holds all
 * that it depends on besides the portal and the language, so nothing that belongs to one candidate may be in it. It must
 * not use `useId`, whose numbers it would share with the page.
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React, from the same component
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
