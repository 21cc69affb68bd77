import { type CellRoute, type CellRule, cellRoutes } from '#server/domain/terms/routes.ts'
import { type Duty, deskAccess, type StaffRole } from '#server/domain/terms/staff.ts'

/** The groups of the sidebar, in their order. */
const deskGroups = ['candidates', 'scrutiny', 'publish', 'seats', 'money', 'content', 'system'] as const
type DeskGroup = (typeof deskGroups)[number]

/**
 * A desk page listed in the sidebar and on the desk's home. `group`: null for the lines above all groups. `title` and
 * `about` are keys of the locale files.
 */
export type DeskLine = {
  group: DeskGroup | null
  route: Exclude<CellRoute, `${string}:${string}` | 'invitation'>
  title: `staff:menu.${string}`
  about: `staff:about.${string}`
}

const line = <R extends DeskLine['route']>(group: DeskGroup | null, route: R) =>
  ({ group, route, title: `staff:menu.${route}`, about: `staff:about.${route}` }) as const

/** Every page of the desk, in the order of the sidebar; the account last. A new page adds its line to its group. */
const lines = [
  line(null, 'home'),
  line(null, 'search'),
  line(null, 'overview'),
  line('candidates', 'help-desk'),
  line('candidates', 'not-acted'),
  line('candidates', 'duplicates'),
  line('candidates', 'orders'),
  line('candidates', 'feedback'),
  line('candidates', 'data-requests'),
  line('scrutiny', 'scrutiny'),
  line('scrutiny', 'officers'),
  line('scrutiny', 'appointments'),
  line('scrutiny', 'slots'),
  line('scrutiny', 'certificates'),
  line('scrutiny', 'grievances'),
  line('scrutiny', 'centres'),
  line('publish', 'schedule'),
  line('publish', 'merit-lists'),
  line('publish', 'notices'),
  line('publish', 'service-banner'),
  line('seats', 'seat-matrix'),
  line('seats', 'allotments'),
  line('seats', 'jk-seats'),
  line('seats', 'rehearsal'),
  line('seats', 'reporting'),
  line('seats', 'admitted'),
  line('seats', 'returns'),
  line('seats', 'reporting-days'),
  line('seats', 'cancellations'),
  line('seats', 'institute-seats'),
  line('seats', 'non-cap'),
  line('money', 'reports'),
  line('money', 'stage-report'),
  line('money', 'yield'),
  line('money', 'approvals'),
  line('money', 'settlements'),
  line('money', 'refunds'),
  line('money', 'day-book'),
  line('content', 'downloads'),
  line('content', 'templates'),
  line('content', 'message-ids'),
  line('content', 'bulk-message'),
  line('content', 'reminders'),
  line('system', 'set-up'),
  line('system', 'settings'),
  line('system', 'staff'),
  line('system', 'imports'),
  line('system', 'audit'),
  line('system', 'data-register'),
  line('system', 'breaches'),
  line('system', 'health'),
  line('system', 'account'),
] as const satisfies readonly DeskLine[]

/** The lines that a staff member may open now. */
export function deskMenu(staff: { role: StaffRole; duty: Duty | null }): readonly (typeof lines)[number][] {
  return lines.filter(({ route }) => {
    const rule: CellRule = cellRoutes[route]
    return rule.audience === 'staff' && deskAccess(staff, rule.permission, route === 'account') === 'open'
  })
}

/** The menu as the browser gets it: the routes by group, without empty groups; those above all groups first. */
export type DeskMenu = readonly { group: DeskGroup | null; routes: readonly DeskLine['route'][] }[]

export function deskMenuGroups(staff: Parameters<typeof deskMenu>[0]): DeskMenu {
  const open = deskMenu(staff)
  return [null, ...deskGroups]
    .map((group) => ({ group, routes: open.filter((line) => line.group === group).map(({ route }) => route) }))
    .filter(({ routes }) => routes.length > 0)
}
