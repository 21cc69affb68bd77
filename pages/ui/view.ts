import { createContext, type ReactElement, useContext } from 'react'
import type { CandidateDetails } from '../../server/domain/application/details'
import type { FirstLine, LoginLink } from '../../server/domain/portal/menu'
import type { Permission, Permissions } from '../../server/domain/portal/permissions'
import type { Duty, StaffRole } from '../../server/domain/portal/staff'
import type { Translate } from '../../server/i18n/page-text'
import type { Bilingual, Language } from '../../server/kernel/languages'

/** Everything the browser may know about a page: the whole of it goes into the HTML as JSON. */
export type View<Data = unknown> = {
  /** Path and query of this page. */
  url: string
  /** The route as the route table spells it (`singleMsg/:id`), a page of the desk with `cell/` before it; or `_error`. */
  route: string
  assets: ViewAssets
  /** `/mbale/candidate/` */
  base: string
  /** `/mbale/cell/` */
  cellBase: string
  language: Language
  title: string
  status: number
  /** The portal's clock when this page was made: epoch milliseconds. Countdowns run from it, not from the device. */
  now: number
  course: CourseView
  /** The signed-in candidate, or null. */
  session: SessionView | null
  /** Who is signed in at the desk, on its pages; or null. */
  staff: StaffView | null
  /** `public`, `candidate` and `desk` have their sidebar; `bare` is for pages that stand alone. */
  layout: 'public' | 'candidate' | 'desk' | 'bare'
  /** A banner stands in place of the content. */
  closed: ClosedView | null
  /** What the cell says above every page for a while. */
  banner: { tone: 'info' | 'warn'; text: string } | null
  /** What the last action said, after a redirect. */
  flash: { type: ToastType; text: string } | null
  /** The demo ribbon: null in live mode. */
  demo: { phase: string } | null
  data: Data
  form: FormState | null
}

/** Addresses of this page's module, texts and styles, for the browser. */
type ViewAssets = { module: string; texts: readonly string[]; css: readonly string[] }

/** What every page shows of the course, in the page's language. */
export type CourseView = {
  cellName: string
  cellAddress: string
  title: string
  shortTitle: string
  academicYear: string
  footerDate: string
  firstLines: readonly FirstLine[]
  /** `[1, 2, 3]`: the rounds of the season. */
  rounds: readonly number[]
  loginLinks: Readonly<Record<LoginLink, string>>
  otherPortals: readonly { title: string; href: string }[]
}

/** What the shell knows of the signed-in candidate: the details response, from which the sidebar is computed. */
export type SessionView = {
  details: CandidateDetails
  permissions: Permissions
  /** An option form that is not confirmed, while its window is open; `count` choices are saved in it. Epoch milliseconds. */
  unconfirmed: { round: number; count: number; closesAt: number } | null
  /** For the forms of private pages. */
  csrf: string
}

/** What the shell knows of somebody of the staff; the sidebar is computed from the role. `scope`: their place's code or name. */
export type StaffView = {
  loginName: string
  fullName: string
  role: StaffRole
  scope: string | Bilingual | null
  duty: Duty | null
  /** For the forms of the desk. */
  csrf: string
}

/**
 * Why the content is not shown: the lock (with the words of rules §18.13), a missing permission, or a role's limits.
 */
export type ClosedView =
  | { kind: 'locked'; text: string }
  | { kind: 'restricted'; permission: Permission }
  | { kind: 'desk' }

/** A form that came back: what was typed, and what is wrong with it, in the page's language. */
/** `question`: what it is about, before the message where that is read away from its field. */
type FormError = { field: string; message: string; question?: string }

export type FormState = {
  values: Readonly<Record<string, string>>
  errors: readonly FormError[]
  /** What is wrong with the whole, where no field is to blame. */
  message: string | null
  /** What the server asks back before it does what was sent; nothing has been done yet. */
  confirm?: Confirmation
}

/** A consequence in plain words, and the button (a name and a value beside the form's own) that agrees to it. */
export type Confirmation = { title: string; lines: readonly string[]; submit: string; name: string; value: string }

const toastTypes = ['info', 'success', 'warning', 'error', 'default'] as const
export type ToastType = (typeof toastTypes)[number]

/** The media type by which the client asks for a page's view instead of its HTML. */
export const viewMediaType = 'application/vnd.pravesh.view+json'

export type Page = {
  view: View<unknown>
  t: Translate
  /** On the server: the HTML of a part that many pages share, drawn now or found under its key. */
  kept?: (key: string, part: ReactElement) => string
}

export const PageContext = createContext<Page | null>(null)

/** The page that is being drawn; most components need its view or its texts only. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('a component of the pages is rendered outside of a page')
  return page
}

/** The view of this page; `useView<typeof load>()` knows what its `load` returns. */
export const useView = <Load extends (...args: never[]) => unknown = () => unknown>() =>
  usePage().view as View<Awaited<ReturnType<Load>>>

/** The texts of this page's language. */
export const useT = (): Translate => usePage().t
