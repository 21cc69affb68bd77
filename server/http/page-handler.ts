import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DeskLink, deskLinks } from '#server/domain/desk/desks.ts'
import type { Access } from '#server/domain/site/access.ts'
import type {
  ActivityWindow,
  ClosedView,
  CourseView,
  FormState,
  OwnStanding,
  SessionView,
  StaffView,
  View,
} from '#server/domain/site/view.ts'
import { viewMediaType } from '#server/domain/site/view.ts'
import { href } from '#server/domain/terms/href.ts'
import type { Permission } from '#server/domain/terms/permissions.ts'
import {
  type CandidateFile,
  type CandidateRoute,
  type CellAct,
  type CellFile,
  type CellRoute,
  type CellRule,
  candidateFiles,
  candidateRoutes,
  cellActs,
  cellFiles,
  cellRoutes,
  type FileRule,
  type RouteParams,
  type RouteRule,
  routeOfStep,
} from '#server/domain/terms/routes.ts'
import { deskAccess } from '#server/domain/terms/staff.ts'
import { formatDate } from '#server/i18n/format.ts'
import type { Namespace } from '#server/i18n/keys.ts'
import { pageTexts, textOfCode, textOfFault, translate } from '#server/i18n/texts.ts'
import { isLanguage, type Language } from '#server/kernel/languages.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { outageOf, refusalOfOutage, wordsForOutage } from '#server/kernel/outage.ts'
import type { Refusal } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { addressOf, isPlainlyAddressed, onceEach, pathOf } from './address'
import type { AssetSource } from './assets'
import type { PortalCookies } from './cookies'
import { discoveryHead, installableHead } from './discovery'
import type { KeptForm } from './kept-form'
import type { Flash, FormOutcome, PageContext, PageServer, Posted } from './page'
import { Redirect } from './page'
import type { PageCache } from './page-cache'
import { readQuery } from './page-query'
import { routeTitleKey } from './pages/titles'
import { type PageModule, pageModules, preparePage, renderDocument, sendView } from './render'
import { isSameOrigin } from './same-origin'
import { allowFormsTo } from './security'
import { type SentFile, sendFile } from './send-file'
import { sentToken } from './sent-token'
import { parseForm } from './shape'
import { isUpload, noUpload, openUpload, type Upload, type UploadSpace } from './upload'

/**
 * The portal, as its pages need it. `Actor`: the candidate of a session cookie; `Staff`: the staff member of a desk
 * cookie.
 */
type PageHost<Services, Actor extends { csrf: string }, Staff extends { csrf: string }> = {
  services: Services
  base: string
  cellBase: string
  cookies: PortalCookies
  assets: AssetSource
  cache: PageCache
  /** The space for incoming files of forms. */
  uploads: UploadSpace
  /** The candidate who sends a form; null for anybody else. */
  uploaderOf(request: FastifyRequest): number | null
  course(language: Language): CourseView
  /** The origin at which candidates reach the portal. */
  origin(): string
  /** The portal's clock. */
  now(): number
  arrivedAt(request: FastifyRequest): Instant
  actorOf(request: FastifyRequest): Actor | null
  sessionOf(actor: Actor): SessionView
  access(route: CandidateRoute, actor: Actor): Access
  /** Could the candidate take their locked form back for changes now? */
  mayUnlock(actor: Actor): boolean
  /** The window in which a permission opens its pages; null if no activity does, or it is over. */
  windowOf(permission: Permission, language: Language): ActivityWindow | null
  /** How the candidate's own seat or grievance stands, for a page about it that they cannot open; null for any other page. */
  standingOf(actor: Actor, permission: Permission, language: Language): OwnStanding | null
  rememberLanguage(actor: Actor, language: Language): void
  /** Keeps a form sent after its session ended, for its owner; null if the owner is unknown. */
  keepForm(request: FastifyRequest, form: KeptForm): string | null
  /** The form kept under this cookie; null if it belongs to another candidate or is too old. */
  keptForm(cookie: string, actor: Actor): KeptForm | null
  /** Waits until it is the turn of a page to be drawn; false if there is no room now, which `refuse` says. */
  hasRoom(request: FastifyRequest): Promise<boolean>
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
  desk: {
    actorOf(request: FastifyRequest): Staff | null
    viewOf(staff: Staff): StaffView
    /** Is the record that this route shows with these parameters closed to everybody at the desk? */
    isClosed(route: CellRoute | CellFile, params: Readonly<Record<string, string>>): boolean
  }
  banner(language: Language): View['banner']
  demo(): View['demo']
}

/** A requested file. `actor`: the signed-in person, if the file has a guard. `params`: those of its address. */
export type AskedFile<Actor, Params = unknown> = {
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
  language: Language
  params: Params
}

/** Sends a file of the table; a file without a guard gets no actor. */
export type FileSender<F extends CandidateFile, Actor> = (
  asked: AskedFile<(typeof candidateFiles)[F] extends { audience: 'public' } ? null : Actor, RouteParams<F>>,
) => unknown

/** The person who asks for a page: at most one of the two. */
type Caller<Actor, Staff> = { actor: Actor | null; staff: Staff | null }

/** A page of one of the two tables, as the handler takes it. */
type PageOfPortal<Context> = {
  name: View['route']
  rule: RouteRule | CellRule
  module: PageModule
  layout: View['layout']
  isAtDesk: boolean
  /** The hindrance for the person who is signed in: another address, or a banner in place of the page; null for none. */
  guard(context: Context, isPost: boolean): Redirect | Settings | null
}

/** The folder of a page under `pages/`: `('cell', 'staff/:id')` → `'cell/staff/[id]'`. */
const folderOf = (area: 'candidate' | 'cell', route: string) => `${area}/${route.replace(/:(\w+)/g, '[$1]')}`

type Settings = { status?: number; form?: FormState | null; closed?: ClosedView | null; data?: unknown }

/** The rule of a candidate's or a visitor's page; undefined for one of the desk and for the error page. */
const ruleOf = (route: View['route']): RouteRule | undefined => (candidateRoutes as Record<string, RouteRule>)[route]

/** The parameters of an address, with its id as a number; there is no row 0. */
function paramsOf({ params }: FastifyRequest) {
  const written = (params ?? {}) as Record<string, string>
  return 'id' in written ? { ...written, id: writtenNumber(written.id) ?? 0 } : written
}

/** May everybody open this page? */
const isOpen = (route: View['route']): boolean => ruleOf(route)?.audience === 'public'

/** The text fields of a body, without the token; no form sends anything else. */
function postedIn({ _csrf, ...fields }: Record<string, unknown>): Posted {
  const isText = (value: unknown) => typeof value === 'string'
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | string[]] => {
      const [, value] = entry
      return isText(value) || (Array.isArray(value) && value.every(isText))
    }),
  )
}

/** Is this a field that no answer shows again? */
export const isSecret = (name: string) => /password|otp|token|_csrf/i.test(name)

/**
 * The permitted target of `?next=`: a path inside this portal, never another host. Its path must be written as a browser
 * writes it once it has resolved dots, encoded ones too, and dropped tabs; an encoded slash is none of ours.
 */
export function safeNext(base: string, next: string | undefined): string | null {
  if (!next?.startsWith(base) || /[\\\r\n\t]|\/\//.test(next)) return null
  const path = /^[^?#]*/.exec(next)![0]
  return !/%2f|%5c/i.test(path) && URL.parse(path, 'http://portal.invalid')?.pathname === path ? next : null
}

export const wantsView = (request: FastifyRequest): boolean => request.headers.accept === viewMediaType

/** The language of a page: `?lang=`, else the cookie, else English. Source: rules §1.3. */
function languageOf(request: FastifyRequest, cookies: PortalCookies): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang
  if (isLanguage(asked)) return asked
  const kept = cookies.language.read(request)
  return isLanguage(kept) ? kept : 'en'
}

/** Does one of our own pages ask to switch the language for good? */
const choosesLanguage = (request: FastifyRequest): boolean =>
  request.method !== 'HEAD' && isLanguage((request.query as Record<string, unknown>).lang) && isSameOrigin(request)

/** Handlers for the pages of one portal: guard, action, load, render. */
export function createPageHandler<Services, Actor extends { csrf: string }, Staff extends { csrf: string }>(
  host: PageHost<Services, Actor, Staff>,
) {
  const { base, cellBase, cookies } = host
  type Context = PageContext<Services, Actor | Staff | null>
  type Server = PageServer<Context>

  function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    actor: Actor | null,
    { upload = null, staff = null }: { upload?: Upload | null; staff?: Staff | null } = {},
  ): Context {
    const body = (request.body ?? {}) as Record<string, unknown>
    return {
      request,
      reply,
      services: host.services,
      language,
      t: pageTexts[language],
      actor: actor ?? staff,
      session: actor ? host.sessionOf(actor) : null,
      staff: staff ? host.desk.viewOf(staff) : null,
      params: paramsOf(request),
      query: readQuery(request.query),
      asked: (shape) => askedOf(shape, onceEach(request.query)),
      address: request.is404 || !isPlainlyAddressed(request) ? href(base, 'home') : addressOf(request),
      posted: postedIn(body),
      form: (schema) => parseForm(schema, body),
      files: async () => (upload ? upload.files() : noUpload()),
      invalid: (refusal) => formOutcome(refusal, body, language),
      redirect: (to, flash) => new Redirect(to, flash),
      base,
      cellBase,
      cookies,
      get arrivedAt() {
        return host.arrivedAt(request)
      },
    }
  }

  /** Renders a page for a context; `route` is `_error` for the error page. */
  async function send(
    context: Context,
    route: View['route'],
    module: PageModule,
    layout: View['layout'],
    settings: Settings,
  ): Promise<FastifyReply> {
    const { request, reply, language, actor, staff } = context
    const { Page, server } = (await module.get()) as { Page: React.ComponentType; server: Server }
    let { data } = settings
    if (data === undefined && !settings.closed) {
      data = await server.load?.(context)
      if (data instanceof Redirect) return leave(context, data)
      if (data === null) return sendError(request, reply, 404, null)
    }
    // An action may have opened or ended the session; the page shows the present state.
    const session = context.session && host.sessionOf(actor as Actor)
    const texts: Namespace[] = ['shell', ...(layout === 'desk' ? (['staff'] as const) : []), ...(server.texts ?? [])]
    const isVisitor = isOpen(route) && !session && !staff && !settings.closed
    const { assets, head } = await preparePage(
      host.assets,
      module.file,
      context.address,
      language,
      texts,
      isVisitor,
      server.leadsTo,
    )
    const updatedAt = settings.closed || !server.updatedAt ? null : server.updatedAt(context, data as never)
    const title = settings.closed ? undefined : server.title?.(context, data)
    const view: View = {
      url: context.address,
      route,
      assets: { module: assets.module, css: assets.css, texts: assets.texts, signedIn: assets.signedIn },
      base,
      cellBase,
      language,
      title: titleOf(context, route, title, settings),
      status: settings.status ?? (settings.closed ? 200 : (server.status?.(data as never) ?? 200)),
      now: host.now(),
      updated: updatedAt === null ? null : formatDate(updatedAt, language),
      course: host.course(language),
      session,
      staff,
      layout: server.layout ?? layout,
      closed: settings.closed ?? null,
      banner: host.banner(language),
      flash: takeFlash(context),
      demo: host.demo(),
      data: data ?? null,
      form: settings.form ?? null,
    }
    const wholeHead = head + headForOthers(context, view, settings.closed ? null : server)
    reply.header('vary', 'accept, cookie')
    if (isCacheable(context, server, view)) {
      return host.cache.send(request, reply, context.address, language, () => renderDocument(view, Page, wholeHead))
    }
    reply.header('cache-control', 'private, no-store')
    const formsTo = server.formsTo?.(context) ?? null
    if (formsTo) allowFormsTo(reply, formsTo)
    return sendView(reply, wantsView(request) && !formsTo, view, Page, wholeHead)
  }

  /** The part of the head that makes the portal installable, and on visitors' pages what links and search engines show. */
  function headForOthers(context: Context, view: View, server: Server | null): string {
    const { route, language, course } = view
    const rule = ruleOf(route)
    if (!rule) return ''
    const installable = installableHead(base, language)
    if (!isOpen(route) || view.status !== 200 || wantsView(context.request)) return installable
    const words = { course: course.title, year: course.academicYear, cell: course.cellName }
    return (
      installable +
      discoveryHead({
        origin: host.origin(),
        route,
        path: context.address.split('?')[0]!,
        base,
        language,
        title: view.title,
        description: translate(language, 'http:site.description', words),
        siteName: course.cellName,
        structured: server?.structured?.(context, view.data as never) ?? null,
        isDemo: view.demo !== null,
      })
    )
  }

  const isCacheable = ({ request, actor }: Context, server: Server, view: View) =>
    !!server.isCacheable &&
    !actor &&
    request.method === 'GET' &&
    !view.flash &&
    !wantsView(request) &&
    asksForNothing(request)

  const asksForNothing = ({ query }: FastifyRequest) => Object.keys(query as object).length === 0

  const mayBeCached = (request: FastifyRequest) =>
    request.method === 'GET' &&
    asksForNothing(request) &&
    !cookies.session.read(request) &&
    !cookies.flash.read(request) &&
    !wantsView(request)

  function titleOf({ t, language }: Context, route: string, title: string | undefined, settings: Settings): string {
    const key = routeTitleKey(route)
    const name = title ?? (key ? t(key) : host.course(language).shortTitle)
    const full = `${name} · ${host.course(language).cellName}`
    return settings.form && !settings.form.confirm ? t('http:error-title', { title: full }) : full
  }

  function takeFlash({ request, reply, t }: Context): View['flash'] {
    const raw = cookies.flash.read(request)
    if (!raw || request.method === 'HEAD') return null
    cookies.flash.clear(reply)
    try {
      const { type, key, values } = JSON.parse(Buffer.from(raw, 'base64url').toString()) as Flash
      return /^[a-z]+:flash\./.test(key) ? { type, text: t(key, values) } : null
    } catch {
      return null
    }
  }

  function leave({ reply }: Context, { to, flash }: Redirect) {
    if (flash) cookies.flash.write(reply, Buffer.from(JSON.stringify(flash)).toString('base64url'))
    return reply.header('cache-control', 'private, no-store').redirect(to, 303)
  }

  /** Text in both languages has two fields, `titleEn` and `titleMr`: the fault says which of them it means. */
  function inItsLanguage(language: Language, field: string, fault: string): string {
    const end = /(En|Mr)$/.exec(field)?.[1]
    return end
      ? translate(language, end === 'En' ? 'http:fault-in-english' : 'http:fault-in-marathi', { fault })
      : fault
  }

  function formOutcome(refusal: Refusal, body: object, language: Language): FormOutcome {
    const values = Object.fromEntries(
      Object.entries(body).filter(([name, value]) => !isSecret(name) && typeof value === 'string') as [
        string,
        string,
      ][],
    )
    const errors = (refusal.fields ?? []).map((fault) => ({
      field: fault.field,
      message: inItsLanguage(language, fault.field, textOfFault(language, fault)),
      file: fault.file?.at,
    }))
    const message = errors.length ? null : textOfCode(language, 'refusal', refusal.code, refusal.params)
    return { form: { values, errors, message }, status: refusal.status, retryAfter: refusal.retryAfter }
  }

  /**
   * The error page of a portal. It shows the status, the reference in the log for an error of ours, and the words of a
   * refusal that has some.
   */
  async function sendError(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    reference: string | null,
    code?: string,
  ): Promise<FastifyReply> {
    if (!(await host.hasRoom(request))) return host.refuse(request, reply)
    const isAtDesk = pathOf(request).startsWith(cellBase)
    const { actor, staff } = callerOf(request, isAtDesk)
    const language = languageOf(request, cookies)
    const context = contextOf(request, reply, language, actor, { staff })
    const reason = code === undefined ? null : textOfCode(language, 'refusal', code)
    return send(context, '_error', pageModules.get('_error')!, 'public', {
      status,
      data: { status, reference, reason },
    })
  }

  /** A form with files: the fields before the first file are its body, including `_csrf`; the files are read later. */
  async function answerUpload(
    request: FastifyRequest,
    candidateId: number | null,
    answer: (upload: Upload | null) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (!isUpload(request)) return answer(null)
    const upload = openUpload(request, host.uploads, candidateId)
    try {
      if (isSameOrigin(request)) request.body = await upload.fields()
      return await answer(upload)
    } finally {
      await upload.close()
    }
  }

  /** The result of a POST. If the database cannot be written just now, the form comes back with all its input. */
  async function acted(action: NonNullable<Server['action']>, context: Context): Promise<Redirect | FormOutcome> {
    try {
      return await action(context)
    } catch (error) {
      const outage = outageOf(error)
      if (!outage) throw error
      context.request.log.error({ err: error, outage }, `a form could not be saved: ${wordsForOutage(outage)}`)
      return context.invalid(refusalOfOutage(outage))
    }
  }

  /** Does the POST come from one of our pages, and behind a guard from a page of this session? */
  function isOwnPost(request: FastifyRequest, { actor, staff }: Caller<Actor, Staff>, rule: RouteRule | CellRule) {
    if (!isSameOrigin(request)) return false
    const signedIn = actor ?? staff
    return !signedIn || rule.audience === 'public' || sentToken(request, staff !== null) === signedIn.csrf
  }

  /** One page of either audience, for GET and POST: finds the caller, then runs the guard, the action and the page. */
  function answerPage({ name, rule, module, layout, isAtDesk, guard }: PageOfPortal<Context>) {
    return (request: FastifyRequest, reply: FastifyReply) =>
      answerUpload(request, isAtDesk ? null : host.uploaderOf(request), (upload) => answer(request, reply, upload))

    async function answer(request: FastifyRequest, reply: FastifyReply, upload: Upload | null) {
      const isPost = request.method === 'POST'
      const language = languageOf(request, cookies)
      const isShared = !isAtDesk && mayBeCached(request)
      const isKept = () => isShared && host.cache.answer(request, reply, pathOf(request), language)
      if (isKept()) return reply
      if (!isPost && !isAtDesk && !(isShared && host.cache.renews(pathOf(request), language))) {
        const isLetIn = await host.hasRoom(request)
        // Somebody else may have drawn it while this one waited.
        if (isKept()) return reply
        if (!isLetIn) return host.refuse(request, reply)
      }
      const caller = callerOf(request, isAtDesk)
      const { actor, staff } = caller
      // A link on another site shows its language only once; only our own pages change the remembered language.
      if (choosesLanguage(request)) {
        cookies.language.write(reply, language)
        if (actor) host.rememberLanguage(actor, language)
      }
      if (isPost && !isOwnPost(request, caller, rule)) return sendError(request, reply, 403, null)
      if (rule.audience === 'candidate' && !actor) return toLogin(request, reply, isPost)
      if (rule.audience === 'staff' && !staff) {
        return toDeskLogin(request, reply, isPost ? pathOf(request) : addressOf(request))
      }
      const context = contextOf(request, reply, language, actor, { upload, staff })
      const hindrance = rule.audience === 'public' ? null : guard(context, isPost)
      if (hindrance instanceof Redirect) return leave(context, hindrance)
      if (hindrance) return send(context, name, module, layout, hindrance)
      if (isAtDesk && isClosedRecord(request, name.replace('cell/', '') as CellRoute))
        return sendError(request, reply, 403, null, 'data-restricted')
      if (!isPost) return send(context, name, module, layout, { form: actor && takeKeptForm(context, actor) })
      const { server } = (await module.get()) as { server: Server }
      if (!server.action) return sendError(request, reply, 405, null)
      const outcome = await acted(server.action, context)
      if (outcome instanceof Redirect) return leave(context, outcome)
      if (outcome.retryAfter) reply.header('retry-after', outcome.retryAfter)
      return send(context, name, module, layout, { status: outcome.status, form: outcome.form })
    }
  }

  /** A desk page of a candidate whose time of use is over. Source: rules §13.6. */
  const isClosedRecord = ({ params }: FastifyRequest, route: CellRoute | CellFile): boolean =>
    host.desk.isClosed(route, (params ?? {}) as Readonly<Record<string, string>>)

  /** The person who asks: a candidate on a candidate's page, a staff member at the desk, or nobody. */
  const callerOf = (request: FastifyRequest, isAtDesk: boolean): Caller<Actor, Staff> => ({
    actor: isAtDesk ? null : host.actorOf(request),
    staff: isAtDesk ? host.desk.actorOf(request) : null,
  })

  /** What a page that is not permitted says beside the reason. */
  function besidesReason(access: Access, actor: Actor, language: Language) {
    if (access.kind !== 'restricted') return { window: null, standing: null }
    const standing = host.standingOf(actor, access.permission, language)
    return { window: standing?.hasLeft ? null : host.windowOf(access.permission, language), standing }
  }

  /** One page of the candidates' table. */
  function handle(route: CandidateRoute) {
    const rule: RouteRule = candidateRoutes[route]
    return answerPage({
      name: route,
      rule,
      module: pageModules.get(folderOf('candidate', route))!,
      layout: rule.audience === 'public' ? 'public' : 'candidate',
      isAtDesk: false,
      guard({ actor, language }, isPost) {
        const access = host.access(route, actor as Actor)
        if (access.kind === 'open') return null
        if (access.kind === 'too-early') return new Redirect(href(base, routeOfStep(access.firstOpenStep)))
        const status = isPost ? (access.kind === 'locked' ? 423 : 403) : 200
        const mayUnlock = access.kind === 'locked' && host.mayUnlock(actor as Actor)
        return {
          status,
          closed: closedView(access, language, besidesReason(access, actor as Actor, language), mayUnlock),
        }
      },
    })
  }

  /** One page of the staff desk. */
  function handleDesk(route: CellRoute) {
    const rule: CellRule = cellRoutes[route]
    return answerPage({
      name: `cell/${route}`,
      rule,
      module: pageModules.get(folderOf('cell', route))!,
      layout: rule.audience === 'public' ? 'public' : 'desk',
      isAtDesk: true,
      guard({ staff }) {
        if (rule.audience === 'public') return null
        const access = deskAccess(staff!, rule.permission, route === 'account')
        if (access === 'duty') return new Redirect(href(cellBase, 'account'))
        return access === 'restricted' ? { status: 403, closed: { kind: 'desk' } } : null
      },
    })
  }

  /** Keeps the form's input for its owner and redirects to the login. */
  function keepForm(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const { values } = formOutcome({ code: 'kept-form', status: 401 }, request.body ?? {}, 'en').form
    const kept = Object.keys(values).length ? host.keepForm(request, { path, values }) : null
    if (kept !== null) cookies.keptForm.write(reply, kept)
  }

  /** The input of this page that could not be saved, once. */
  function takeKeptForm({ request, reply, language }: Context, actor: Actor): FormState | null {
    const cookie = cookies.keptForm.read(request)
    if (!cookie || request.method === 'HEAD') return null
    const kept = host.keptForm(cookie, actor)
    if (kept && kept.path !== pathOf(request)) return null
    cookies.keptForm.clear(reply)
    return kept && formOutcome({ code: 'kept-form', status: 401 }, kept.values, language).form
  }

  /** A file next to the candidates' pages, behind the guard of its page. */
  function handleFile<F extends CandidateFile>(file: F, send: FileSender<F, Actor>) {
    const rule: FileRule = candidateFiles[file]
    return async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await host.hasRoom(request))) return host.refuse(request, reply)
      const actor = rule.audience === 'candidate' ? host.actorOf(request) : null
      if (rule.audience === 'candidate') {
        if (!actor) return toLogin(request, reply, false)
        const access = host.access(rule.page, actor)
        if (access.kind === 'too-early') {
          reply.header('cache-control', 'private, no-store')
          return reply.redirect(href(base, routeOfStep(access.firstOpenStep)), 303)
        }
        if (access.kind !== 'open') return sendError(request, reply, 403, null)
      }
      const asked = { request, reply, actor, language: languageOf(request, cookies), params: request.params }
      return send(asked as Parameters<typeof send>[0])
    }
  }

  /** Sends the file, or the page that says there is none. */
  const sendFound = (request: FastifyRequest, reply: FastifyReply, file: SentFile | null) =>
    file ? sendFile(reply, file) : sendError(request, reply, 404, null)

  /** Shows a refusal of a non-page address as a page. */
  function sendRefused(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
    if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
    return sendError(request, reply, refusal.status, null)
  }

  /** Redirects a visitor on a candidate's page to home, which offers the login and leads back. */
  function toLogin(request: FastifyRequest, reply: FastifyReply, isPost: boolean) {
    const next = isPost ? pathOf(request) : addressOf(request)
    const to = href(base, 'home', undefined, { next })
    reply.header('cache-control', 'private, no-store')
    // The script keeps the input itself.
    if (isPost && wantsView(request)) return reply.code(401).send({ redirect: to })
    if (isPost) keepForm(request, reply, next)
    return reply.redirect(to, 303)
  }

  /** Redirects a visitor on a desk page to the login that they last used, which leads back. */
  function toDeskLogin(request: FastifyRequest, reply: FastifyReply, next: string | null) {
    const kept = cookies.door.read(request)
    const desk: DeskLink = deskLinks.find((link) => link === kept) ?? 'admin'
    const to = href(cellBase, 'login/:desk', { desk }, { next })
    reply.header('cache-control', 'private, no-store')
    if (request.method === 'POST' && wantsView(request)) return reply.code(401).send({ redirect: to })
    return reply.redirect(to, 303)
  }

  /** An address of the desk that answers no page: a logout, an export. */
  function handleDeskAct(
    act: CellAct,
    run: (staff: Staff, request: FastifyRequest, reply: FastifyReply, language: Language) => unknown,
  ) {
    const rule = cellActs[act]
    return (request: FastifyRequest, reply: FastifyReply) => {
      const staff = host.desk.actorOf(request)
      if (!isOwnPost(request, { actor: null, staff }, rule)) return sendError(request, reply, 403, null)
      if (!staff) return toDeskLogin(request, reply, null)
      const access = deskAccess(host.desk.viewOf(staff), rule.permission, act === 'logout')
      if (access !== 'open') return sendError(request, reply, 403, null)
      reply.header('cache-control', 'private, no-store')
      return run(staff, request, reply, languageOf(request, cookies))
    }
  }

  /** The bytes shown in a desk page; null if there is no such file within this person's reach. */
  function handleDeskFile(
    address: CellFile,
    find: (staff: Staff, params: Readonly<Record<string, string>>, language: Language) => Promise<SentFile | null>,
  ) {
    const rule: CellRule = cellFiles[address]
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const staff = host.desk.actorOf(request)
      if (!staff) return toDeskLogin(request, reply, null)
      if (deskAccess(host.desk.viewOf(staff), rule.permission, false) !== 'open')
        return sendError(request, reply, 403, null)
      if (isClosedRecord(request, address)) return sendError(request, reply, 403, null, 'data-restricted')
      return sendFound(
        request,
        reply,
        await find(staff, request.params as Record<string, string>, languageOf(request, cookies)),
      )
    }
  }

  /** A page outside the route table, with data made elsewhere. */
  function sendPage(request: FastifyRequest, reply: FastifyReply, folder: string, data: object, refusal?: Refusal) {
    const language = languageOf(request, cookies)
    // The portal's cookie is scoped to its slug, so a page out here has a separate one.
    if (isLanguage((request.query as Record<string, unknown>).lang)) {
      cookies.language.write(reply, language, { path: pathOf(request) })
    }
    const outcome = refusal && formOutcome(refusal, {}, language)
    const settings = { data, form: outcome?.form, status: outcome?.status }
    return send(contextOf(request, reply, language, null), folder, pageModules.get(folder)!, 'bare', settings)
  }

  return { handle, handleDesk, handleDeskAct, handleDeskFile, handleFile, sendError, sendFound, sendPage, sendRefused }
}

function closedView(
  access: Extract<Access, { kind: 'locked' | 'restricted' }>,
  language: Language,
  beside: { window: ActivityWindow | null; standing: OwnStanding | null },
  mayUnlock = false,
): ClosedView {
  return access.kind === 'locked'
    ? {
        kind: 'locked',
        text: translate(language, `shell:locked.${access.by}`),
        next: translate(language, mayUnlock ? 'shell:locked.unlock' : 'shell:locked.next'),
      }
    : { kind: 'restricted', permission: access.permission, ...beside }
}
