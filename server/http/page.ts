import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { FormState, SessionView, StaffView, ToastType, View } from '../../pages/ui/view'
import type { Namespace, TextKey } from '../i18n/keys'
import type { TextValues, Translate } from '../i18n/page-text'
import type { Language } from '../kernel/languages'
import type { Refusal, Result } from '../kernel/result'
import type { Instant } from '../kernel/time'
import type { PortalCookies } from './cookies'
import type { UploadedFile } from './upload'

/** What a page's server half is handed for one request. `Services`: the portal's services; `Actor`: the signed-in one. */
export type PageContext<Services, Actor> = {
  request: FastifyRequest
  reply: FastifyReply
  services: Services
  language: Language
  t: Translate
  /** Null for a visitor; never null on a candidate's route, whose guard has run before. */
  actor: Actor | null
  session: SessionView | null
  /** Who is signed in at the desk; null on every other page, and never null on a page of the desk that has a guard. */
  staff: StaffView | null
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | undefined>>
  /** A posted form held against a contract. */
  form<S extends TObject>(schema: S): Result<Static<S>>
  /** The files of a posted form, on a route that takes files; read once. */
  files(): Promise<Result<readonly UploadedFile[]>>
  /** A refusal as the same page again, with everything typed (but secrets) still there. */
  invalid(refusal: Refusal): FormOutcome
  /** A redirect within the portal; `flash` is said on the page it leads to. */
  redirect(to: string, flash?: Flash): Redirect
  base: string
  /** Where the desk's pages stand: `/mbale/cell/`. */
  cellBase: string
  cookies: PortalCookies
  /** When the request arrived, by the portal's clock: what deadlines go by. Of a form with files, asked once they are read. */
  readonly arrivedAt: Instant
}

export type Flash = { type: ToastType; key: TextKey; values?: TextValues }

export class Redirect {
  constructor(
    readonly to: string,
    readonly flash?: Flash,
  ) {}
}

export type FormOutcome = { form: FormState; status: number; retryAfter?: number }

/** The server half of a page (`page.server.ts`). Everything but its texts may be left out. */
export type PageServer<Context = unknown> = {
  /** The text files that the page needs beside the shell's. */
  texts?: readonly Namespace[]
  layout?: View['layout']
  /** A visitor's page that is the same for everybody: kept ready-made until what it shows changes. */
  isCacheable?: boolean
  title?(context: Context, data: unknown): string
  /**
   * The folder of the page that people open from this one again and again: the browser fetches its scripts and styles
   * while they look at this one. Files alone, which are the same for everybody: nothing of anybody's is read before it
   * is opened.
   */
  leadsTo?: string
  /**
   * The origin of another site that a form of this page leads to. The page's policy lets forms go there, and so the page
   * is always loaded as a document of its own.
   */
  formsTo?(context: Context): string | null
  /** A view made for this page; a Redirect sends away, null says there is no such thing (404). */
  load?(context: Context): unknown
  /** What a POST does: a Redirect, or the form again. */
  action?(context: Context): Promise<Redirect | FormOutcome> | Redirect | FormOutcome
}
