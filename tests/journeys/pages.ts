import { loginLinks } from '../../server/domain/portal/menu'
import { type CellRule, candidateRoutes, cellRoutes, type RouteRule } from '../../server/domain/portal/routes'

/** What stands for a parameter in an address. */
const parameters: Record<string, string> = {
  userId: 'ML24100005',
  name: 'ssc-marksheet',
  id: '1',
  code: '9001',
  round: 'round-one',
  template: 'recovery-otp',
}

const filled = (route: string) => route.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '1')
const pathOf = (route: string) => `/mbale/candidate/${filled(route)}`

const pathsFor = (audience: RouteRule['audience']) =>
  Object.entries(candidateRoutes as Record<string, RouteRule>)
    .filter(([, rule]) => rule.audience === audience)
    .map(([route]) => pathOf(route))

/** Every page that a visitor can open: the public routes of the table, the staff's logins, the demo. */
export const visitorsPages: readonly string[] = [
  ...pathsFor('public'),
  ...loginLinks.map((desk) => `/mbale/cell/login/${desk}`),
  '/scd/candidate/home',
  '/scd/candidate/registration',
]

/** Every page of the candidates' area. */
export const candidatesPages: readonly string[] = pathsFor('candidate')

/** Lists are looked at without the people on them, who write their names as they like. */
const withoutPeople: Record<string, string> = { appointments: '?day=2024-09-30', certificates: '?after=999999999' }

/** Every page of the staff desk behind its login. */
export const deskPages: readonly string[] = Object.entries(cellRoutes as Record<string, CellRule>)
  .filter(([, rule]) => rule.audience === 'staff')
  .map(([route]) => `/mbale/cell/${filled(route)}${withoutPeople[route] ?? ''}`)

/** Who looks at them: a visitor, the personas whose pages differ, and staff. */
export const onlookers = [
  { key: null, pages: [...visitorsPages, '/demo'] },
  ...['new', 'half-filled', 'payment-pending', 'reverted', 'locked', 'fc-confirmed', 'convert-fee'].map((key) => ({
    key,
    pages: candidatesPages,
  })),
  { key: 'fc-booked', pages: [pathOf('appointment'), pathOf('dashboard')] },
  { key: 'cgpa', pages: [pathOf('graducation-marks-file'), pathOf('certificates'), pathOf('dashboard')] },
  { key: 'fc', pages: deskPages },
  // Whom everything is open to, and one whose work is elsewhere.
  ...['admin', 'so'].map((key) => ({ key, pages: deskPages })),
] as const

/** Who looks at them again once round 1 is allotted: those whose pages are others by then. */
const laterOnlookers = [
  { key: null, pages: visitorsPages },
  ...['betterment', 'unconfirmed', 'jk'].map((key) => ({ key, pages: candidatesPages })),
  ...['admin', 'institute'].map((key) => ({ key, pages: deskPages })),
] as const

/** Every walk through the pages, and when it is taken. */
export const walks = [
  ...onlookers.map((onlooker) => ({ ...onlooker, when: 'registration' as const })),
  ...laterOnlookers.map((onlooker) => ({ ...onlooker, when: 'round 1' as const })),
]
