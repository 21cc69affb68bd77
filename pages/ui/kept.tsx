import type { ComponentType } from 'react'
import { FooterLines } from './Footer'
import { Masthead } from './Masthead'
import { MenuGroups, stepsDone } from './Sidebar'
import { type KeptPart, usePage, type View } from './view'

/** A part of the frame, and what it depends on: views with the same key are drawn the same. */
type Part = { Lines: ComponentType; keyOf(view: View): string }

const place = ({ base, language }: View) => `${language} ${base}`

/**
 * The parts of the frame that are the same on every page, or for every candidate who stands at the same point. The
 * server draws each of them once and puts the HTML in its place; the browser draws them itself. Nothing that belongs to
 * one candidate may be in here.
 */
export const keptParts: Record<KeptPart, Part> = {
  masthead: { Lines: Masthead, keyOf: (view) => `${place(view)} ${view.session !== null} ${view.staff !== null}` },
  menu: { Lines: MenuGroups, keyOf: menuKey },
  footer: { Lines: FooterLines, keyOf: place },
}

function menuKey(view: View): string {
  const { session, staff, layout, route } = view
  if (layout === 'desk' && staff) return `${place(view)} ${route} ${staff.role} ${staff.duty}`
  if (!session || layout !== 'candidate') return `${place(view)} ${route} ${layout}`
  const { details, permissions } = session
  const flags = Object.values(permissions).map(Number).join('')
  return `${place(view)} ${route} ${details.fill_status} ${stepsDone(details)} ${flags}`
}

/** One of the kept parts within `as`: its HTML where the server has it ready, else drawn here. */
export function Kept({ part, as: Tag, className }: { part: KeptPart; as: 'div' | 'footer'; className?: string }) {
  const html = usePage().kept?.[part]
  const { Lines } = keptParts[part]
  if (html === undefined) {
    return (
      <Tag className={className}>
        <Lines />
      </Tag>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment ago, from the same component
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
