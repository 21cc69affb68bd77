import type { NextSeatAct } from '#server/domain/admission/offer.ts'
import type { CandidateDetails } from '#server/domain/application/details.ts'
import type { DeskMenu } from '#server/domain/desk/desk-menu.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { Permission, Permissions } from '#server/domain/terms/permissions.ts'
import type { Duty, StaffRole } from '#server/domain/terms/staff.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { FirstLine, LoginLink } from './menu'
import type { Duty as CandidateDuty } from './next-duties'

/** All that the browser may know about a page; the HTML contains it as JSON. */
export type View<Data = unknown> = {
  /** Path and query of this page. */
  url: string
  /** The route as in the route table (`singleMsg/:id`), with `cell/` before a page of the desk; or `_error`. */
  route: string
  assets: ViewAssets
  /** `/mbale/candidate/` */
  base: string
  /** `/mbale/cell/` */
  cellBase: string
  language: Language
  title: string
  status: number
  /**
   * The portal's time when this page was made, epoch milliseconds. Countdowns start from it, not from the device's
   * clock.
   */
  now: number
  /** The day on which the content of this page last changed, in words; null where that means nothing. */
  updated: string | null
  course: CourseView
  /** The signed-in candidate, or null. */
  session: SessionView | null
  /** The staff member signed in, on pages of the desk; or null. */
  staff: StaffView | null
  /** `public`, `candidate` and `desk` have a sidebar, `work` fills the screen, `bare` has no menu. */
  layout: 'public' | 'candidate' | 'desk' | 'work' | 'bare'
  /** The reason why a banner replaces the content; or null. */
  closed: ClosedView | null
  /** The cell's temporary announcement above every page. */
  banner: { tone: 'info' | 'warn'; text: string } | null
  /** The message of the last action, after a redirect. */
  flash: { type: ToastType; text: string } | null
  /** The demo ribbon; null in live mode. */
  demo: { phase: string } | null
  data: Data
  form: FormState | null
}

/**
 * Addresses of this page's module, texts (by `language/namespace`) and styles, for the browser. `signedIn`: the module of
 * the parts for people who are signed in; null for a visitor.
 */
type ViewAssets = {
  module: string
  texts: Readonly<Record<string, string>>
  css: readonly string[]
  signedIn: string | null
}

/** The course's details on every page, in the page's language. */
export type CourseView = {
  cellName: string
  cellAddress: string
  /** The address of the cell's own logo; null: the portal's sign. */
  logo: string | null
  title: string
  shortTitle: string
  /** For the head of a phone. */
  barTitle: string
  academicYear: string
  footerDate: string
  firstLines: readonly FirstLine[]
  /** The rounds of the season: `[1, 2, 3]`. */
  rounds: readonly number[]
  /** The words of the course's own questions and criteria, by key; no shipped course has any. */
  words: Readonly<Record<string, string>>
  loginLinks: Readonly<Record<LoginLink, string>>
  /** The cell's main portal may log candidates in. */
  hasSso: boolean
  otherPortals: readonly { title: string; href: string }[]
}

/** The shell's data about the signed-in candidate: the details response, from which the sidebar is computed. */
export type SessionView = {
  details: CandidateDetails
  /** The e-mail address is verified: sentences may promise messages there. An SMS goes to everybody. */
  isToldByEmail: boolean
  permissions: Permissions
  /** The rounds that have allotted the candidate a seat. */
  seatRounds: readonly number[]
  /** The complete steps, as the dashboard counts them. */
  done: readonly StepNumber[]
  /**
   * An unconfirmed option form while its window is open. `count`: its saved choices; `closesAt`: epoch milliseconds.
   */
  unconfirmed: { round: number; count: number; closesAt: number } | null
  /** The next act for the candidate's seat; null without a seat, and once nothing is left to do. */
  seatAct: NextSeatAct | null
  /** The first thing that the candidate has to do; null if there is nothing. */
  duty: CandidateDuty | null
  /** The CSRF token of the candidate's forms. */
  csrf: string
}

/** The shell's data about the signed-in staff member. `scope`: the code or name of their place. */
export type StaffView = {
  loginName: string
  fullName: string
  role: StaffRole
  scope: string | Bilingual | null
  duty: Duty | null
  /** The doors of the desk with the pages that this person can open; none until a pending duty is done. */
  menu: DeskMenu
  /** The CSRF token of the desk's forms. */
  csrf: string
}

/** An activity of the schedule, in words. `until`: null for an event at one instant. */
export type ActivityWindow = { title: string; from: string; until: string | null }

/**
 * The reason why the content is not shown: the lock (with the words of rules §18.13, and in `next` what is still
 * possible), a missing permission, or the limits of a role. `window`: that of the page's own activity, while it is not
 * over. `standing`: how the candidate's own seat or grievance stands, on a page about it.
 */
export type ClosedView =
  | { kind: 'locked'; text: string; next: string }
  | { kind: 'restricted'; permission: Permission; window: ActivityWindow | null; standing: OwnStanding | null }
  | { kind: 'desk' }

/**
 * How the candidate's own seat, grievance or fee stands, in words, and the page about it. `hasLeft`: the page that they asked
 * for will not open for them.
 */
export type OwnStanding = {
  title: string
  text: string
  hasLeft: boolean
  page: 'allotment' | 'self-arc-home' | 'transactions-logs'
}

/**
 * One fault. `question`: the words of the question, printed before the message in the error summary. `file`: the place
 * of the refused file among those of the field, from 0.
 */
type FormError = {
  field: string
  message: string
  question?: string
  file?: number
  /** What may be meant by words that are not in the field's list, with the words above them and above the whole list. */
  near?: { title: string; options: readonly { value: string; label: string }[]; all: string }
}

/** A form that came back: the typed values and the faults, in the page's language. */
export type FormState = {
  values: Readonly<Record<string, string>>
  errors: readonly FormError[]
  /** A fault of the whole form, if no single field is wrong. */
  message: string | null
  /** After that: the page on which to go on, by its name. */
  way?: { href: string; children: string }
  /** A question to confirm. */
  confirm?: Confirmation
}

/**
 * The consequences in plain words, and the button (with its own name and value) that agrees to them. `kept`: what is saved
 * already, in words; nothing by default.
 */
export type Confirmation = {
  title: string
  lines: readonly string[]
  kept?: string | undefined
  submit: string
  name: string
  value: string
}

export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'

/** The media type by which the client requests a page's view instead of its HTML. */
export const viewMediaType = 'application/vnd.pravesh.view+json'
