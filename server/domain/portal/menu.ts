import type { StepNumber } from '../application/journey'
import { type CapRound, roundSlug } from '../seats/cap-rounds'
import { type Permission, type Permissions, permittedRounds, roundPermission } from './permissions'
import { publicPdfs } from './public-pdfs'
import type { CandidateRoute } from './routes'

/** A line of a sidebar; the fields are those of rules §18.9. `title` is a key of the locale files. */
export type MenuItem = {
  title: string
  /** A route under the portal's base, a file beside it, or, if `external`, a full address. */
  path: string
  icon: string
  external: boolean
  /** The step at which the item appears; -1 is always visible. */
  status: number
  /** `inner` items follow status and permission; `outer` ones always show. */
  type: 'inner' | 'outer'
  name: Permission | ''
  /** Opens in a new tab. */
  windowopen: boolean
  children: readonly MenuItem[]
  /** A short mark beside the title: the step's number, from 1 for people. */
  chip: string
  /** Values for the title's placeholders, such as the CAP round. */
  info: Readonly<Record<string, string | number>>
}

export type MenuGroup = {
  /** A key of the locale files; empty for an untitled group. */
  title: string
  /** The group shows only if at least one of its items is permitted. */
  conditional: boolean
  items: readonly MenuItem[]
}

const item = (title: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  title,
  path,
  icon: 'page',
  external: false,
  status: -1,
  type: 'inner',
  name: '',
  windowopen: false,
  children: [],
  chip: '',
  info: {},
  ...more,
})

/** An item for one of the portal's own routes; the compiler knows their spelling. */
const own = (title: string, route: CandidateRoute, name: Permission, more: Partial<MenuItem> = {}) =>
  item(title, route, { name, ...more })

const stepItem = (title: string, route: CandidateRoute, step: StepNumber) =>
  own(title, route, step === 8 ? 'print' : 'form', { status: step, chip: String(step + 1), icon: 'step' })

/** May this line be shown? Source: rules §18.9. */
export const isItemVisible = (
  { type, status, name }: Pick<MenuItem, 'type' | 'status' | 'name'>,
  fillStatus: number,
  permissions: Permissions,
): boolean => type === 'outer' || (status <= fillStatus && name !== '' && permissions[name] === true)

/** The groups and lines that a candidate sees, in order. */
export function visibleMenu(
  groups: readonly MenuGroup[],
  fillStatus: number,
  permissions: Permissions,
): readonly MenuGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter((line) => isItemVisible(line, fillStatus, permissions)) }))
    .filter((group) => !group.conditional || group.items.length > 0)
}

/**
 * The candidate's sidebar. Option Form and Seat Acceptance show one "Cap Round N" for each permitted round; the Select
 * pages act on the open round, so they use the last permitted one. Source: rules §18.8, §6.4.
 */
export function candidateMenu(permissions: Permissions): readonly MenuGroup[] {
  const permitted = permittedRounds(permissions)
  const lastRound = roundPermission(permitted[permitted.length - 1] ?? 1)
  return [
    {
      title: 'menu.application',
      conditional: false,
      items: [
        own('menu.dashboard', 'dashboard', 'dashboard', { icon: 'home' }),
        stepItem('menu.type-of-candidature', 'type-of-candidature', 0),
        stepItem('menu.type-details', 'type-details', 1),
        stepItem('menu.category-details', 'category-details', 2),
        stepItem('menu.qualifications-details', 'qualifications-details', 3),
        stepItem('menu.personal-details', 'personal-details', 4),
        stepItem('menu.photo-details', 'photo-details', 5),
        stepItem('menu.documents-details', 'documents-details', 6),
        stepItem('menu.payment', 'payment', 7),
        stepItem('menu.print-pdf', 'print-pdf', 8),
      ],
    },
    {
      title: 'menu.print',
      conditional: true,
      items: [
        own('menu.acknowledgement', 'acknowledgement', 'acknowledgement'),
        own('menu.provisional-merit', 'provisional-merit', 'pMerit'),
        own('menu.final-merit', 'final-merit', 'fMerit'),
      ],
    },
    {
      title: 'menu.option-form',
      conditional: true,
      items: [
        ...permitted.map((round) => own('menu.cap-round', 'option-form', roundPermission(round), { info: { round } })),
        own('menu.select-course', 'option-form/select-course', lastRound),
        own('menu.select-institutes', 'option-form/select-institutes', lastRound),
        own('menu.select-prefrence', 'option-form/select-prefrence', lastRound),
        ...(permitted.length ? [own('menu.allotment', 'allotment', lastRound)] : []),
      ],
    },
    {
      title: 'menu.graduation-marks',
      conditional: true,
      items: [own('menu.graducation-marks-file', 'graducation-marks-file', 'gradMarks')],
    },
    {
      title: 'menu.convert-fees',
      conditional: true,
      items: [own('menu.convert-fee', 'convert-fee', 'convertFee')],
    },
    {
      title: 'menu.seat-acceptance',
      conditional: true,
      items: permitted.map((round) => own('menu.cap-round', 'self-arc-home', 'seat', { info: { round } })),
    },
    {
      title: 'menu.cancel-admission',
      conditional: true,
      items: [
        own('menu.cancel-request', 'cancel-admission-request', 'cancelAdmission'),
        own('menu.cancel-print', 'cancel-admission-application-form-print', 'cancelPrint'),
      ],
    },
    {
      title: 'menu.important-links',
      conditional: false,
      items: [
        own('menu.sms', 'sms', 'message', { icon: 'phone' }),
        own('menu.transactions-logs', 'transactions-logs', 'message', { icon: 'money' }),
        own('menu.message', 'message', 'message', { icon: 'mail' }),
        own('menu.forgot-password-auth', 'forgot-password-auth', 'password', { icon: 'key' }),
      ],
    },
  ]
}

/** The logins of the staff's desks. */
export const deskLinks = ['fc', 'institute', 'ro', 'so', 'admin'] as const
export type DeskLink = (typeof deskLinks)[number]

/** Two external pages of the regulating authority, and the desks, in the order of rules §18.7. */
export const loginLinks = ['ara-home', 'ara-courses', ...deskLinks] as const
export type LoginLink = (typeof loginLinks)[number]

const open = (title: string, route: CandidateRoute, icon = 'page') => item(title, route, { type: 'outer', icon })

/** A line that a course may put first in the visitor's sidebar: the part of its title after `menu.`. */
export type FirstLine = LoginLink | CandidateRoute

/**
 * The visitor's sidebar; registration and login come first, the logins of the staff last. `addresses`: the targets of the login links. `firstLines`: the lines of the untitled group, in
 * this order; other groups leave them out. `rounds`: the season's rounds, for the allotment pages. All are course data.
 * Source: rules §18.7, §6.5.
 */
export function publicMenu(
  addresses: Readonly<Record<LoginLink, string>>,
  firstLines: readonly FirstLine[],
  rounds: readonly CapRound[],
): readonly MenuGroup[] {
  const groups = titledGroups(addresses, rounds)
  const own = [open('menu.home', 'home', 'home'), open('menu.dashboard', 'dashboard', 'person')]
  const named = (name: FirstLine, { title }: MenuItem) => title === `menu.${name}`
  const lines = [...own, ...groups.flatMap(({ items }) => items)]
  const isFirst = (line: MenuItem) => firstLines.some((name) => named(name, line))
  return [
    {
      title: '',
      conditional: false,
      items: firstLines.flatMap((name) => lines.filter((line) => named(name, line))),
    },
    ...groups.map((group) => ({ ...group, items: group.items.filter((line) => !isFirst(line)) })),
  ]
}

function titledGroups(
  addresses: Readonly<Record<LoginLink, string>>,
  rounds: readonly CapRound[],
): readonly MenuGroup[] {
  return [
    {
      title: 'menu.important-links',
      conditional: false,
      items: [
        open('menu.registration', 'registration', 'person'),
        open('menu.login', 'login', 'key'),
        open('menu.forgot-password', 'forgot-password'),
        open('menu.sso', 'sso'),
        open('menu.notifications', 'notifications'),
        open('menu.importantdate', 'importantdate', 'calendar'),
        open('menu.news', 'news'),
        open('menu.faq', 'faq'),
        open('menu.download', 'download'),
        open('menu.fclist', 'fclist'),
        open('menu.application_Fee', 'application_Fee', 'money'),
        open('menu.institude-list', 'institude-list'),
        open('menu.seat-matrix', 'seat-matrix'),
        open('menu.merit-lists', 'merit-lists'),
        open('menu.meritstatus-provisional', 'meritstatus/provisional-merit'),
        open('menu.meritstatus-final', 'meritstatus/final-merit'),
        ...rounds.map((round) =>
          item('menu.allotment-round', `allotment/${roundSlug(round)}`, { type: 'outer', info: { number: round } }),
        ),
        open('menu.institute_wise_Allotment', 'institute_wise_Allotment'),
        open('menu.closing-merit', 'closing-merit'),
        open('menu.chances', 'chances'),
        open('menu.late-returns', 'late-returns'),
        open('menu.verification', 'verification'),
        open('menu.contactus', 'contactus', 'phone'),
        open('menu.privacyandpolicy', 'privacyandpolicy'),
      ],
    },
    {
      title: 'menu.vacancy',
      conditional: false,
      items: [open('menu.institute-wise-vacancy', 'institute-wise-vacancy')],
    },
    {
      title: 'menu.brochure',
      conditional: false,
      items: publicPdfs.map((file) => item(`menu.${file}`, file, { type: 'outer', windowopen: true, icon: 'file' })),
    },
    {
      title: 'menu.login-links',
      conditional: false,
      items: loginLinks
        .filter((link) => addresses[link] !== '')
        .map((link) => item(`menu.${link}`, addresses[link], { type: 'outer', external: true, icon: 'key' })),
    },
  ]
}
