import { type CellRoute, type CellRule, cellRoutes } from './routes'
import { type Duty, deskAccess, type StaffRole } from './staff'

/** A desk page listed in the sidebar and on the desk's home. `title` and `about` are keys of the locale files. */
type DeskLine = {
  route: Exclude<CellRoute, `${string}:${string}`>
  title: `staff:menu.${string}`
  about: `staff:about.${string}`
  icon: string
}

const line = <R extends DeskLine['route']>(route: R, icon: string) =>
  ({ route, title: `staff:menu.${route}`, about: `staff:about.${route}`, icon }) as const

/** Every page of the desk, in the order of the sidebar; queues first, the account last. A new page adds its line here. */
const lines = [
  line('home', 'home'),
  line('overview', 'step'),
  line('help-desk', 'phone'),
  line('not-acted', 'clock'),
  line('duplicates', 'person'),
  line('orders', 'calendar'),
  line('scrutiny', 'step'),
  line('appointments', 'calendar'),
  line('slots', 'clock'),
  line('certificates', 'file'),
  line('grievances', 'mail'),
  line('merit-lists', 'step'),
  line('allotments', 'step'),
  line('jk-seats', 'person'),
  line('bulk-message', 'mail'),
  line('service-banner', 'page'),
  line('feedback', 'page'),
  line('schedule', 'calendar'),
  line('notices', 'mail'),
  line('downloads', 'file'),
  line('centres', 'home'),
  line('imports', 'file'),
  line('seat-matrix', 'step'),
  line('reporting', 'step'),
  line('admitted', 'person'),
  line('returns', 'money'),
  line('reporting-days', 'calendar'),
  line('cancellations', 'money'),
  line('institute-seats', 'step'),
  line('non-cap', 'person'),
  line('reports', 'step'),
  line('approvals', 'step'),
  line('settlements', 'money'),
  line('refunds', 'money'),
  line('day-book', 'money'),
  line('settings', 'money'),
  line('templates', 'mail'),
  line('health', 'clock'),
  line('staff', 'person'),
  line('audit', 'page'),
  line('account', 'key'),
] as const satisfies readonly DeskLine[]

/** The lines that a staff member may open now. */
export function deskMenu(staff: { role: StaffRole; duty: Duty | null }): readonly (typeof lines)[number][] {
  return lines.filter(({ route }) => {
    const rule: CellRule = cellRoutes[route]
    return rule.audience === 'staff' && deskAccess(staff, rule.permission, route === 'account') === 'open'
  })
}
