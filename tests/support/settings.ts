import type { DeskBrowser } from './desk'
import type { TestPortal } from './portal'

type Setting = Parameters<TestPortal['services']['settings']['newest']>[0]

/** The form of a setting as its page offers it, with some fields changed. */
export function formOf(portal: TestPortal, setting: Setting, changes: Record<string, string>) {
  const { settings } = portal.services
  const typed = settings.formOf(setting).typedOf(settings.valueNow(setting) as never)
  return { intent: 'propose', base: String(settings.newest(setting)), ...typed, ...changes }
}

/** What a cell writes where the season begins with an example. */
export const realValues: Partial<Record<Setting, Record<string, string>>> = {
  contact: { phone: '1800 222 3333', email: 'help@hills.edu.in', officerEmail: 'grievance@hills.edu.in' },
  'login-links': { 'ara-home': 'https://ara.hills.edu.in/', 'ara-courses': 'https://ara.hills.edu.in/courses' },
}

/** One admin proposes, after the preview. */
export const propose = (portal: TestPortal, admin: DeskBrowser, setting: Setting, changes: Record<string, string>) =>
  admin.post(`settings/${setting}`, { ...formOf(portal, setting, changes), confirmed: 'yes' })

/** The number of the proposal that waits. */
export const waitingId = (portal: TestPortal) => String(portal.services.settings.waiting({ ...nobody })[0]?.id)
const nobody = { id: 0, loginName: 'nobody', role: 'admin' } as const

/** Another admin approves it. */
export const approve = (portal: TestPortal, admin: DeskBrowser, setting: Setting) =>
  admin.post(`settings/${setting}`, { intent: 'approve', id: waitingId(portal) })
