import { deskLinks } from '#server/domain/desk/desks.ts'
import { type CellRule, candidateRoutes, cellRoutes, type RouteRule } from '#server/domain/terms/routes.ts'

/** Sample values of the parameters in an address. */
const parameters: Record<string, string> = {
  door: 'run',
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

/** Every public page of the diploma course; `npm test` opens two of them. */
const diplomaPages: readonly string[] = pathsFor('public').map((path) => path.replace('/mbale/', '/scd/'))

/** Pages open to visitors: the public routes, the staff logins, and two pages of the diploma course. */
const visitorsPages: readonly string[] = [
  ...pathsFor('public'),
  ...deskLinks.map((desk) => `/mbale/cell/login/${desk}`),
  '/scd/candidate/home',
  '/scd/candidate/registration',
]

/** Every page of the candidates' area. */
const candidatesPages: readonly string[] = pathsFor('candidate')

/** Queries that leave the candidates out of a list, since their names may be in any script. */
const withoutPeople: Record<string, string> = {
  appointments: '?day=2024-09-30',
  certificates: '?after=999999999',
  reporting: '?group=admitted',
}

/** Every page of the staff desk behind the login. */
const deskPages: readonly string[] = Object.entries(cellRoutes as Record<string, CellRule>)
  .filter(([, rule]) => rule.audience === 'staff')
  .map(([route]) => `/mbale/cell/${filled(route)}${withoutPeople[route] ?? ''}`)

/** A visitor, the personas whose pages differ, and staff, each with the pages to check. */
const onlookers = [
  { key: null, pages: [...visitorsPages, '/demo'] },
  ...['new', 'half-filled', 'payment-pending', 'reverted', 'locked', 'fc-confirmed', 'convert-fee'].map((key) => ({
    key,
    pages: candidatesPages,
  })),
  { key: 'fc-booked', pages: [pathOf('appointment'), pathOf('dashboard')] },
  { key: 'cgpa', pages: [pathOf('graducation-marks-file'), pathOf('certificates'), pathOf('dashboard')] },
  { key: 'fc', pages: deskPages },
  // One role that may open everything, and one that works elsewhere.
  ...['admin', 'so'].map((key) => ({ key, pages: deskPages })),
] as const

/** The pages about a seat, which differ most from one candidate to the next. */
const seatPages = [
  'dashboard',
  'allotment',
  'self-arc-home',
  'payment',
  'cancel-admission-request',
  'cancel-admission-application-form-print',
].map(pathOf)

/** A visitor, personas and staff whose pages are different while the seats of round 2 are accepted. */
const laterOnlookers = [
  { key: null, pages: visitorsPages },
  ...['to-self-verify', 'unconfirmed', 'auto-frozen'].map((key) => ({ key, pages: candidatesPages })),
  ...['betterment-upgraded', 'betterment-kept', 'grievance-blocks', 'not-reported', 'cancelled', 'jk'].map((key) => ({
    key,
    pages: seatPages,
  })),
  ...['admin', 'institute', 'ro'].map((key) => ({ key, pages: deskPages })),
] as const

/** The onlookers of each phase whose walks `npm test` takes; `test:all` takes all of them. */
const always: Record<'registration' | 'round 2', readonly (string | null)[]> = {
  registration: [],
  'round 2': [null, 'to-self-verify', 'admin', 'institute'],
}

const walksOfBoth = [
  ...onlookers.map((onlooker) => ({ ...onlooker, when: 'registration' as const })),
  ...laterOnlookers.map((onlooker) => ({ ...onlooker, when: 'round 2' as const })),
].map((walk) => ({ ...walk, who: walk.key ?? 'visitor', isAlways: always[walk.when].includes(walk.key) }))

const diplomaWalk = { key: null, who: 'visitor of the diploma course', pages: diplomaPages, isAlways: false }

/** Every walk through the pages, with its phase and who takes it. */
export const walks = [
  ...walksOfBoth,
  ...(['registration', 'round 2'] as const).map((when) => ({ ...diplomaWalk, when })),
]
