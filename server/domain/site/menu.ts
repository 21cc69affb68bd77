import { deskLinks } from '#server/domain/desk/desks.ts'
import { type CapRound, roundSlug } from '#server/domain/terms/cap-rounds.ts'
import type { Permission } from '#server/domain/terms/permissions.ts'
import { publicPdfs, titlesOfPdfs } from '#server/domain/terms/public-pdfs.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'

/** A line of a sidebar; the fields are those of rules §18.9. `title` is a key of the texts. */
export type MenuItem = {
  title: string
  /** A route under the portal's base, a file beside it, or, if `external`, a full address. */
  path: string
  /** A symbol of `pages/ui/data/icons.svg`. */
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
  /** A key of the texts; empty for an untitled group. */
  title: string
  /** The group shows only if at least one of its items is permitted. */
  conditional: boolean
  items: readonly MenuItem[]
  /** The same lines under sub-headings, for a long group. */
  parts?: readonly MenuPart[]
  /** Its lines open on request. */
  isFolded?: boolean
}

/** Lines under a sub-heading; `title` is a key of the texts. */
type MenuPart = { title: string; items: readonly MenuItem[] }

export const item = (title: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
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

/** Two external pages of the regulating authority, and the desks, in the order of rules §18.7. */
export const loginLinks = ['ara-home', 'ara-courses', ...deskLinks] as const
export type LoginLink = (typeof loginLinks)[number]

const open = (title: string, route: CandidateRoute, icon: string) => item(title, route, { type: 'outer', icon })

/** Every key in full, so that the build finds which texts a visitor's menu shows. */
const titlesOfLogins: Readonly<Record<LoginLink, string>> = {
  'ara-home': 'shell:menu.ara-home',
  'ara-courses': 'shell:menu.ara-courses',
  fc: 'shell:menu.fc',
  institute: 'shell:menu.institute',
  ro: 'shell:menu.ro',
  so: 'shell:menu.so',
  admin: 'shell:menu.admin',
}

/** A line that a course may put first in the visitor's sidebar: the last part of its title. */
export type FirstLine = LoginLink | CandidateRoute

/**
 * The visitor's sidebar; registration and login come first, the logins of the staff last. `addresses`: the targets of the login links. `firstLines`: the lines of the untitled group, in
 * this order; other groups leave them out. `rounds`: the season's rounds, for the allotment pages. `hasSso`: the cell's main portal may log candidates in. All are course data.
 * Source: rules §18.7, §6.5.
 */
export function publicMenu(
  addresses: Readonly<Record<LoginLink, string>>,
  firstLines: readonly FirstLine[],
  rounds: readonly CapRound[],
  hasSso: boolean,
): readonly MenuGroup[] {
  const groups = titledGroups(addresses, rounds, hasSso)
  const own = [open('shell:menu.home', 'home', 'home'), open('shell:menu.dashboard', 'dashboard', 'person')]
  const named = (name: FirstLine, { title }: MenuItem) => title.replace(/^shell:menu\./, '') === name
  const lines = [...own, ...groups.flatMap(({ items }) => items)]
  const isFirst = (line: MenuItem) => firstLines.some((name) => named(name, line))
  return [
    {
      title: '',
      conditional: false,
      items: firstLines.flatMap((name) => lines.filter((line) => named(name, line))),
    },
    ...groups.map((group) => ({ ...group, ...without(isFirst, group) })),
  ]
}

/** A group's lines, in its sub-headings too, without those that stand elsewhere. */
function without(isElsewhere: (line: MenuItem) => boolean, { items, parts }: MenuGroup) {
  const rest = (lines: readonly MenuItem[]) => lines.filter((line) => !isElsewhere(line))
  return {
    items: rest(items),
    parts: parts?.map((part) => ({ ...part, items: rest(part.items) })).filter((part) => part.items.length > 0),
  }
}

/** The visitor's important links, by what people come for; registration and login come first. */
const importantLinks = (rounds: readonly CapRound[], hasSso: boolean): readonly MenuPart[] => [
  {
    title: 'shell:menu.part.apply',
    items: [
      open('shell:menu.registration', 'registration', 'register'),
      open('shell:menu.login', 'login', 'login'),
      open('shell:menu.forgot-password', 'forgot-password', 'lock'),
      ...(hasSso ? [open('shell:menu.sso', 'sso', 'link')] : []),
      open('shell:menu.application_Fee', 'application_Fee', 'money'),
      open('shell:menu.importantdate', 'importantdate', 'calendar'),
    ],
  },
  {
    title: 'shell:menu.part.results',
    items: [
      open('shell:menu.merit-lists', 'merit-lists', 'list'),
      open('shell:menu.meritstatus-provisional', 'meritstatus/provisional-merit', 'rank'),
      open('shell:menu.meritstatus-final', 'meritstatus/final-merit', 'medal'),
      ...rounds.map((round) =>
        item('shell:menu.allotment-round', `allotment/${roundSlug(round)}`, {
          type: 'outer',
          icon: 'ticket',
          info: { number: round },
        }),
      ),
      open('shell:menu.institute_wise_Allotment', 'institute_wise_Allotment', 'clip'),
    ],
  },
  {
    title: 'shell:menu.part.institutes',
    items: [
      open('shell:menu.institude-list', 'institude-list', 'building'),
      open('shell:menu.seat-matrix', 'seat-matrix', 'grid'),
      open('shell:menu.closing-merit', 'closing-merit', 'curve'),
      open('shell:menu.chances', 'chances', 'odds'),
      open('shell:menu.late-returns', 'late-returns', 'back'),
    ],
  },
  {
    title: 'shell:menu.part.help',
    items: [
      open('shell:menu.notifications', 'notifications', 'bell'),
      open('shell:menu.news', 'news', 'news'),
      open('shell:menu.faq', 'faq', 'help'),
      open('shell:menu.download', 'download', 'download'),
      open('shell:menu.fclist', 'fclist', 'pin'),
      open('shell:menu.verification', 'verification', 'seal'),
      open('shell:menu.contactus', 'contactus', 'telephone'),
      open('shell:menu.privacyandpolicy', 'privacyandpolicy', 'policy'),
    ],
  },
]

function titledGroups(
  addresses: Readonly<Record<LoginLink, string>>,
  rounds: readonly CapRound[],
  hasSso: boolean,
): readonly MenuGroup[] {
  const parts = importantLinks(rounds, hasSso)
  return [
    { title: 'shell:menu.important-links', conditional: false, items: parts.flatMap(({ items }) => items), parts },
    {
      title: 'shell:menu.vacancy',
      conditional: false,
      items: [open('shell:menu.institute-wise-vacancy', 'institute-wise-vacancy', 'chair')],
    },
    {
      title: 'shell:menu.brochure',
      conditional: false,
      isFolded: true,
      items: publicPdfs.map((file) =>
        item(titlesOfPdfs[file], file, { type: 'outer', windowopen: true, icon: 'file' }),
      ),
    },
    {
      title: 'shell:menu.login-links',
      conditional: false,
      isFolded: true,
      items: loginLinks
        .filter((link) => addresses[link] !== '')
        .map((link) => item(titlesOfLogins[link], addresses[link], { type: 'outer', external: true, icon: 'staff' })),
    },
  ]
}
