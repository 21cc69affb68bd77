import { besideDate } from '#pages/parts/desk/when.ts'
import { href } from '#pages/ui/href.ts'
import { type DeskLine, mostLines } from '#server/domain/desk/desk-menu.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'

type Page = DeskPage<'door/:door'>

export const title = ({ t, params, staff }: Page) => {
  const door = staff?.menu.find((one) => one.door === params.door)
  return door && t(`staff:door.${door.door}`)
}

/**
 * A door of the desk: its pages with what waits on each for this person, what is due first at the top; below them the pages that
 * nobody needs daily. Null for a door behind which this role has no page.
 */
export function load({ services, actor, staff, params, cellBase, language, t, arrivedAt: now }: Page) {
  const opened = staff?.menu.find(({ door }) => door === params.door)
  if (!opened) return null
  const behind: readonly DeskLine['route'][] = [...opened.routes, ...opened.more]
  const waiting = services.waiting.for(actor).filter(({ page }) => behind.includes(page))
  const busy = [...new Set(waiting.map(({ page }) => page))]
  const lines = [...busy, ...opened.routes.filter((route) => !busy.includes(route))].slice(0, mostLines)
  return {
    door: opened.door,
    lines: lines.map((route) => {
      const here = waiting.filter(({ page }) => page === route)
      const due = here.find(({ dueAt }) => dueAt !== null)
      return {
        route,
        href: href(cellBase, route),
        work: here.map(({ kind, count, page, query }) => ({
          kind,
          count: count > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count),
          href: href(cellBase, page, undefined, query),
        })),
        due: due ? `${formatDateTime(due.dueAt!, language)} · ${besideDate(t, due.dueAt!, now, language)}` : null,
        isLate: here.some(({ isOverdue }) => isOverdue),
      }
    }),
    more: behind.filter((route) => !lines.includes(route)).map((route) => ({ route, href: href(cellBase, route) })),
  }
}
