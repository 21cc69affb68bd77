import { alarmsOf } from '#pages/parts/desk/alarms.ts'
import { attacksOf } from '#pages/parts/desk/attacks.ts'
import { troublesOf } from '#pages/parts/desk/troubles.ts'
import { besideDate } from '#pages/parts/desk/when.ts'
import { href } from '#pages/ui/href.ts'
import { isOpen, nextChange } from '#server/domain/terms/schedule.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['health'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.home')

/**
 * The work that waits for this person, and for an admin the plan of the season and what the cell has to know at once.
 * `attacks`: what strangers try just now; `troubles`: what hinders the portal now; `alarms`: publications that cannot happen.
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
  if (staff?.role !== 'admin') return { work, season: null, troubles: null, alarms: [], attacks: [] }
  return { work, season: seasonOf(page), troubles: troublesOf(page), alarms: alarmsOf(page), attacks: attacksOf(page) }
}

/** What is open now, and the next instants with what each needs. `isOver`: nothing of the schedule is left to come. */
function seasonOf({ services, language, cellBase, t, arrivedAt: now }: DeskPage) {
  const schedule = services.notices.schedule()
  const titleOf = (key: string) => services.notices.activity(key)?.title[language] ?? key
  const isOpened = services.setUp.isOpened()
  const isOver = schedule.length > 0 && nextChange(schedule, now) === null
  return {
    isOpened,
    isOver: isOpened && isOver,
    open: schedule
      .filter((activity) => activity.closesAt !== null && isOpen(activity, now))
      .sort((one, other) => one.closesAt! - other.closesAt!)
      .map(({ key, closesAt }) => ({ key, title: titleOf(key), until: formatDateTime(closesAt!, language) })),
    next: services.waiting.plan().map(({ activity, edge, at, need }) => ({
      key: `${activity} ${edge}`,
      title: titleOf(activity),
      edge,
      row: `${href(cellBase, 'schedule')}#on-${activity}`,
      at: formatDateTime(at, language),
      beside: besideDate(t, at, now, language),
      need: need && { ...need, href: need.page && href(cellBase, need.page) },
    })),
    schedule: href(cellBase, 'schedule'),
  }
}
