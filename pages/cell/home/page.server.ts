import { alarmsOf } from '#pages/parts/desk/alarms.ts'
import { attacksOf } from '#pages/parts/desk/attacks.ts'
import { troublesOf } from '#pages/parts/desk/troubles.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['health', 'cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.home')

/**
 * The work that waits for this person, and what the cell has to know at once. `attacks`: what
 * strangers try just now; `lateReturns`: cancellations whose institute has not recorded in time
 * what it returned; `troubles`: what hinders the portal now;
 * `alarms`: publications that cannot happen.
 */
export function load(page: DeskPage) {
  const { services, actor, staff, language, cellBase } = page
  const said = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const work = services.waiting.for(actor).map(({ kind, count, oldestAt, dueAt, isOverdue, page, query }) => ({
    kind,
    count,
    since: said(oldestAt),
    due: said(dueAt),
    isOverdue,
    href: href(cellBase, page, undefined, query),
  }))
  if (staff?.role !== 'admin') return { work, troubles: null, alarms: [], attacks: [], lateReturns: 0 }
  // Until the portal is opened, an admin's work is the set-up; a load that redirects has no data.
  if (!services.settings.isOpened()) return page.redirect(href(cellBase, 'set-up')) as never
  return {
    work,
    troubles: troublesOf(page),
    alarms: alarmsOf(page),
    attacks: attacksOf(page),
    lateReturns: services.cancellation.late().reduce((sum, { open }) => sum + open.length, 0),
  }
}
