import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '#pages/ui/shell/App.tsx'
import signedIn from '#pages/ui/signed-in/signed-in.tsx'
import { mbale as course } from '#server/courses/courses.ts'
import { detailsOf, permissionsFromDetails } from '#server/domain/application/details.ts'
import { loginLinks } from '#server/domain/site/menu.ts'
import type { SessionView, View } from '#server/domain/site/view.ts'
import { roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { type Permissions, permissionNames } from '#server/domain/terms/permissions.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { rupees } from '#server/kernel/money.ts'
import { newcomer } from '#tests/support/newcomer.ts'

const details = detailsOf({ ...newcomer, userId: 'ML24100042' })

/** A candidate who has just registered. */
export const newCandidate: SessionView = {
  details,
  permissions: permissionsFromDetails(details, rupees(1200)),
  isToldByEmail: false,
  seatRounds: [],
  done: [],
  unconfirmed: null,
  seatAct: null,
  duty: null,
  csrf: 'token-of-the-session',
}

/** A candidate with every permission, at the last step. */
export const candidateWithEverything: SessionView = {
  details: { ...details, fill_status: 8, mode: 1 },
  permissions: Object.fromEntries(permissionNames.map((name) => [name, true])) as Permissions,
  isToldByEmail: true,
  seatRounds: [1, 2, 3],
  done: [0, 1, 2, 3, 4, 5, 6, 7],
  unconfirmed: null,
  seatAct: null,
  duty: null,
  csrf: 'token-of-the-session',
}

/** A visitor's view of the home page; `change` overrides parts of it. */
export const aView = (change: Partial<View> = {}): View => ({
  url: '/mbale/candidate/home',
  route: 'home',
  assets: { module: '/assets/home.js', texts: { 'en/shell': '/assets/shell.js' }, css: [], signedIn: null },
  base: '/mbale/candidate/',
  cellBase: '/mbale/cell/',
  language: 'en',
  title: 'Home',
  status: 200,
  now: Date.parse('2024-08-12T10:50:00Z'),
  updated: null,
  course: {
    cellName: course.cellName.en,
    cellAddress: course.cellAddress.en,
    logo: null,
    rounds: roundNumbers(course.rounds),
    words: {},
    title: course.courseTitle.en,
    shortTitle: course.courseShortTitle.en,
    barTitle: course.courseBarTitle.en,
    academicYear: course.academicYear,
    footerDate: course.footerDate,
    firstLines: course.firstLines,
    loginLinks: Object.fromEntries(
      loginLinks.map((link) => [link, `/mbale/cell/login/${link}`]),
    ) as View['course']['loginLinks'],
    hasSso: false,
    otherPortals: [{ title: 'Diploma', href: '/scd/candidate/home' }],
  },
  session: null,
  staff: null,
  layout: 'public',
  closed: null,
  banner: null,
  flash: null,
  demo: null,
  data: null,
  form: null,
  ...change,
})

/** A candidate's view. */
export const candidateView = (session: SessionView, change: Partial<View> = {}): View =>
  aView({ session, layout: 'candidate', url: '/mbale/candidate/dashboard', route: 'dashboard', ...change })

/** The markup of a whole page as the server sends it, without React's comments between texts. */
export const markupOf = (view: View, Page: ComponentType = () => null): string =>
  renderToString(<App view={view} Page={Page} t={pageTexts[view.language]} signedIn={signedIn} />).replace(
    /<!-- -->/g,
    '',
  )

/** The text between tags, with single spaces. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** The attributes of the first tag that `where` describes: `tagOf(html, 'input', { id: 'f-name' })`. */
export function tagOf(html: string, name: string, where: Record<string, string>): Record<string, string> | undefined {
  for (const [, attributes] of html.matchAll(new RegExp(`<${name}((?: [\\w-]+(?:="[^"]*")?)*)/?>`, 'g'))) {
    const tag = Object.fromEntries(
      Array.from(attributes!.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, key, value]) => [key!.toLowerCase(), value!]),
    )
    if (Object.entries(where).every(([key, value]) => tag[key] === value)) return tag
  }
  return undefined
}
