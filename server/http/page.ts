import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { namesIn } from '#server/domain/application/form/seat-names.ts'
import type { FormState, SessionView, StaffView, ToastType, View } from '#server/domain/site/view.ts'
import type { Namespace, TextKey } from '#server/i18n/keys.ts'
import type { TextValues, Translate } from '#server/i18n/page-text.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ListAsked, ListShape } from '#server/kernel/lists.ts'
import type { Refusal, Refused, Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { PortalCookies } from './cookies'
import type { PageQuery } from './page-query'
import type { UploadedFile } from './upload'

/** The text fields of a form by name, without the token; a name sent more than once has a list. */
export type Posted = Readonly<Record<string, string | readonly string[]>>

/** The parameters of a page's address: an id is a number, 0 if the address writes none. */
type PageParams<Params> = { readonly [K in keyof Params]: K extends 'id' ? number : Params[K] }

/**
 * The context that a page's server half gets for one request. `Services`: the portal's services; `Actor`: the signed-in
 * person, or null where the route lets anybody in; `Params`: the parameters of the route.
 */
export type PageContext<Services, Actor, Params = unknown> = {
  request: FastifyRequest
  reply: FastifyReply
  services: Services
  language: Language
  t: Translate
  /** Says a name of the seat matrix in the page's language: of an institute, a course or a university. */
  named: ReturnType<typeof namesIn>
  /** The person that the guard of the route has let in. */
  actor: Actor
  session: SessionView | null
  /** The staff member signed in at the desk; null on every other page, never null on a desk page with a guard. */
  staff: StaffView | null
  params: PageParams<Params>
  query: PageQuery
  /** The query as the address of a list of the desk writes it. */
  asked(shape: ListShape): ListAsked
  /** Path and query of this page, rebuilt from its route; never the request's own spelling. */
  address: string
  posted: Posted
  /** Checks a posted form against a contract. */
  form<S extends TObject>(schema: S): Result<Static<S>>
  /** The files of a posted form, on a route that takes files; read once. */
  files(): Promise<Result<readonly UploadedFile[]>>
  /** Shows a refusal on the same page, with all input except secrets. */
  invalid(refusal: Refusal): FormOutcome
  /**
   * After an act beside the form, as another OTP: in place of a redirect to this page the page itself, with its message
   * and all input except secrets. A browser with script has its input, and follows the redirect.
   */
  again<Other>(next: Redirect | Other): Redirect | FormOutcome | Other
  /** A redirect within the portal; the target page shows `flash`. */
  redirect(to: string, flash?: Flash): Redirect
  base: string
  /** The base of the desk's pages: `/mbale/cell/`. */
  cellBase: string
  cookies: PortalCookies
  /**
   * When the request arrived, by the portal's clock; deadlines use it. For a form with files, read it after the files.
   */
  readonly arrivedAt: Instant
}

export type Flash = { type: ToastType; key: TextKey; values?: TextValues }

export class Redirect {
  readonly kind = 'redirect'
  constructor(
    readonly to: string,
    readonly flash?: Flash,
  ) {}
}

export type FormOutcome = { form: FormState; status: number; retryAfter?: number; flash?: Flash }

/** What an action comes to: another page, the form again, or a refusal, with which the form comes back as by `invalid`. */
export type Acted = Redirect | FormOutcome | Refused

/** What a page is drawn from: the data of its `load`, where that neither redirects nor answers 404. */
export type DataOf<Load extends (...page: never[]) => unknown> = Exclude<Awaited<ReturnType<Load>>, Redirect | null>

/** The server half of a page (`page.server.ts`). Everything but its texts is optional. */
export type PageServer<Context = unknown> = {
  /** The text files that the page needs in addition to the shell's. */
  texts?: readonly Namespace[]
  layout?: View['layout']
  /** A visitor's page that is the same for everybody: cached until its data changes. */
  isCacheable?: boolean
  title?(context: Context, data: never): string
  /**
   * When the content of a visitor's page last changed, printed below it; null if nothing on it has a date. Source: rules
   * §11.3.
   */
  updatedAt?(context: Context, data: never): number | null
  /** Data about a visitor's page for search engines, as schema.org has them; null for none. */
  structured?(context: Context, data: never): object | null
  /** The status of a page that loads but has no answer, as beyond a limit; 200 by default. */
  status?(data: never): number
  /**
   * The folder of the page that people usually open next: the browser prefetches its scripts and styles. Only files
   * that are the same for everybody; no personal data is read before the page is opened.
   */
  leadsTo?: string
  /**
   * The origin of another site to which a form of this page leads. The page's policy then allows it, and so the page is
   * always loaded as a separate document.
   */
  formsTo?(context: Context): string | null
  /** The view of this page; a Redirect redirects, null answers 404. */
  load?(context: Context): unknown
  /**
   * The action of a POST. After a double click the second request finds the act already done; the action then redirects as
   * if it had succeeded.
   */
  action?(context: Context): Promise<Acted> | Acted
}
