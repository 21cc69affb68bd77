import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeTitleKey } from '../../pages/ui/route-title'
import type { ClosedView, CourseView, FormState, SessionView, StaffView, View } from '../../pages/ui/view'
import { viewMediaType } from '../../pages/ui/view'
import type { Access } from '../domain/access'
import { type LoginLink, loginLinks } from '../domain/menu'
import {
  type CandidateRoute,
  type CellAct,
  type CellFile,
  type CellRoute,
  type CellRule,
  candidateRoutes,
  cellActs,
  cellFiles,
  cellRoutes,
  type RouteRule,
  routeOfStep,
} from '../domain/routes'
import { deskAccess } from '../domain/staff'
import type { Namespace } from '../i18n/keys'
import { pageTexts, textOfCode, translate } from '../i18n/texts'
import { isLanguage, type Language } from '../kernel/languages'
import type { Refusal } from '../kernel/result'
import type { Instant } from '../kernel/time'
import type { AssetSource } from './assets'
import type { PortalCookies } from './cookies'
import type { KeptForm } from './kept-form'
import type { Flash, FormOutcome, PageContext, PageServer } from './page'
import { Redirect } from './page'
import type { PageCache } from './page-cache'
import { type PageModule, pageModules, preparePage, renderDocument, sendView } from './render'
import { isSameOrigin } from './same-origin'
import { allowFormsTo } from './security'
import { type SentFile, sendFile } from './send-file'
import { parseForm } from './shape'
import { isUpload, noUpload, openUpload, type Upload, type UploadSpace } from './upload'

/**
 * What the pages of one portal need to know of it. `Actor`: the candidate whom a session cookie speaks for; `Staff`:
 * whom a cookie of the desk speaks for.
 */
export type PageHost<Services, Actor extends { csrf: string }, Staff extends { csrf: string }> = {
  services: Services
  base: string
  cellBase: string
  cookies: PortalCookies
  assets: AssetSource
  cache: PageCache
  /** Where the files of forms go while they come in. */
  uploads: UploadSpace
  course(language: Language): CourseView
  /** The portal's clock. */
  now(): number
  arrivedAt(request: FastifyRequest): Instant
  actorOf(request: FastifyRequest): Actor | null
  sessionOf(actor: Actor): SessionView
  access(route: CandidateRoute, actor: Actor): Access
  rememberLanguage(actor: Actor, language: Language): void
  /** Seals what was sent from a session that has ended, for its owner; null where nobody knows whose it was. */
  keepForm(request: FastifyRequest, form: KeptForm): string | null
  /** Opens what was kept; null where it is somebody else's. */
  keptForm(sealed: string, actor: Actor): KeptForm | null
  desk: { actorOf(request: FastifyRequest): Staff | null; viewOf(staff: Staff): StaffView }
  banner(language: Language): View['banner']
  demo(): View['demo']
}

type Settings = { status?: number; form?: FormState | null; closed?: ClosedView | null; data?: unknown }

const isSecret = (name: string) => /password|otp|token|_csrf/i.test(name)

/** What an address asks for; something asked for twice is not asked for at all. */
const onceEach = (query: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Where `?next=` may lead: a path inside this portal, never another host. */
export const safeNext = (base: string, next: string | undefined): string | null =>
  next?.startsWith(base) && !/[\\\r\n\t]|\/\/|\.\.(\/|$)/.test(next) ? next : null

export const wantsView = (request: FastifyRequest): boolean => request.headers.accept === viewMediaType

/** The language of a page: `?lang=`, else the cookie, else English. Source: decisions §1. */
export function languageOf(request: FastifyRequest, cookies: PortalCookies): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang
  if (isLanguage(asked)) return asked
  const kept = cookies.language.read(request)
  return isLanguage(kept) ? kept : 'en'
}

/** Handlers for the pages of one portal: guard, action, load, render. */
export function createPageHandler<Services, Actor extends { csrf: string }, Staff extends { csrf: string }>(
  host: PageHost<Services, Actor, Staff>,
) {
  const { base, cellBase, cookies } = host
  type Context = PageContext<Services, Actor | Staff>
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
      params: request.params as Record<string, string>,
      query: onceEach(request.query as Record<string, unknown>),
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

  /** Draws a page for a context; `route` is `_error` for the error page. */
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
    // An action may have opened or ended the session; the page shows how things stand now.
    const session = context.session && host.sessionOf(actor as Actor)
    const texts: Namespace[] = ['shell', ...(layout === 'desk' ? (['staff'] as const) : []), ...(server.texts ?? [])]
    const { assets, head } = await preparePage(host.assets, module.file, request.url, language, texts, server.leadsTo)
    const title = settings.closed ? undefined : server.title?.(context, data)
    const view: View = {
      url: request.url,
      route,
      assets: { module: assets.module, css: assets.css, texts: texts.map((namespace) => `${language}/${namespace}`) },
      base,
      cellBase,
      language,
      title: titleOf(context, route, title, settings),
      status: settings.status ?? 200,
      now: host.now(),
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
    reply.header('vary', 'accept, cookie')
    if (isCacheable(context, server, view)) {
      return host.cache.send(request, reply, route, language, () => renderDocument(view, Page, head))
    }
    reply.header('cache-control', 'private, no-store')
    const formsTo = server.formsTo?.(context) ?? null
    if (formsTo) allowFormsTo(reply, formsTo)
    return sendView(reply, wantsView(request) && !formsTo, view, Page, head)
  }

  const isCacheable = ({ request, actor }: Context, server: Server, view: View) =>
    !!server.isCacheable &&
    !actor &&
    request.method === 'GET' &&
    !view.flash &&
    !wantsView(request) &&
    !request.url.includes('?')

  const mayBeCached = (request: FastifyRequest) =>
    request.method === 'GET' &&
    !request.url.includes('?') &&
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
    if (!raw) return null
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

  /** Words in both languages stand in two fields, `titleEn` and `titleMr`: the fault says which of them it means. */
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
      message: inItsLanguage(language, fault.field, textOfCode(language, 'fault', fault.code, fault.params)),
    }))
    const message = errors.length ? null : textOfCode(language, 'refusal', refusal.code, refusal.params)
    return { form: { values, errors, message }, status: refusal.status, retryAfter: refusal.retryAfter }
  }

  /** The error page of a portal: status, and for a fault of ours the reference under which it is logged. */
  async function sendError(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    reference: string | null,
  ): Promise<FastifyReply> {
    const isAtDesk = request.url.startsWith(cellBase)
    const actor = isAtDesk ? null : host.actorOf(request)
    const staff = isAtDesk ? host.desk.actorOf(request) : null
    const context = contextOf(request, reply, languageOf(request, cookies), actor, { staff })
    return send(context, '_error', pageModules.get('_error')!, 'public', { status, data: { status, reference } })
  }

  /** Whether a POST was made by one of our pages, and for a signed-in candidate by a page of this session. */
  function isOwnPost(request: FastifyRequest, actor: Actor | null, rule: RouteRule): boolean {
    if (!isSameOrigin(request)) return false
    if (!actor || rule.audience === 'public') return true
    const body = request.body as Record<string, unknown> | null
    const sent = request.headers['x-xsrf-token'] ?? body?._csrf
    return sent === actor.csrf
  }

  /** A form with files: what stands before the first of them is its body, `_csrf` with it; the files wait to be read. */
  async function answerUpload(
    request: FastifyRequest,
    answer: (upload: Upload | null) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (!isUpload(request)) return answer(null)
    const upload = openUpload(request, host.uploads)
    try {
      if (isSameOrigin(request)) request.body = await upload.fields()
      return await answer(upload)
    } finally {
      await upload.close()
    }
  }

  /** One route of the table, for GET and POST. */
  function handle(route: CandidateRoute) {
    const rule: RouteRule = candidateRoutes[route]
    const own = pageModules.get(`candidate/${route.replace(/:(\w+)/g, '[$1]')}`)
    const module = own ?? pageModules.get('candidate/_opens-later')!
    /** Where a part of the portal is still to come, nothing goes by any name yet. */
    const isNobodys = !own && route.includes(':')
    const layout = rule.audience === 'public' ? 'public' : 'candidate'
    return (request: FastifyRequest, reply: FastifyReply) =>
      answerUpload(request, (upload) => answer(request, reply, upload))

    async function answer(request: FastifyRequest, reply: FastifyReply, upload: Upload | null) {
      const isPost = request.method === 'POST'
      const language = languageOf(request, cookies)
      if (mayBeCached(request) && host.cache.answer(request, reply, route, language)) return reply
      const actor = host.actorOf(request)
      // A link on another site shows the language that it names; what is remembered is chosen here.
      if (isLanguage((request.query as Record<string, unknown>).lang) && isSameOrigin(request)) {
        cookies.language.write(reply, language)
        if (actor) host.rememberLanguage(actor, language)
      }
      if (isPost && !isOwnPost(request, actor, rule)) return sendError(request, reply, 403, null)
      if (rule.audience === 'candidate' && !actor) return toLogin(request, reply, isPost)
      const context = contextOf(request, reply, language, actor, { upload })
      if (rule.audience === 'candidate' && actor) {
        const access = host.access(route, actor)
        if (access.kind === 'too-early')
          return leave(context, new Redirect(`${base}${routeOfStep(access.firstOpenStep)}`))
        if (access.kind !== 'open') {
          const status = isPost ? (access.kind === 'locked' ? 423 : 403) : 200
          return send(context, route, module, layout, { status, closed: closedView(access, language) })
        }
      }
      if (isNobodys) return sendError(request, reply, 404, null)
      if (!isPost) return send(context, route, module, layout, { form: actor && takeKeptForm(context, actor) })
      const { server } = (await module.get()) as { server: Server }
      if (!server.action) return sendError(request, reply, 405, null)
      const outcome = await server.action(context)
      if (outcome instanceof Redirect) return leave(context, outcome)
      if (outcome.retryAfter) reply.header('retry-after', outcome.retryAfter)
      return send(context, route, module, layout, { status: outcome.status, form: outcome.form })
    }
  }

  /** Keeps what was typed for its owner, who is led to the login. */
  function keepForm(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const { values } = formOutcome({ code: 'kept-form', status: 401 }, request.body ?? {}, 'en').form
    const sealed = Object.keys(values).length ? host.keepForm(request, { path, values }) : null
    if (sealed !== null) cookies.keptForm.write(reply, sealed)
  }

  /** What was typed on this page and could not be saved, once. */
  function takeKeptForm({ request, reply, language }: Context, actor: Actor): FormState | null {
    const sealed = cookies.keptForm.read(request)
    if (!sealed) return null
    const kept = host.keptForm(sealed, actor)
    if (kept && kept.path !== request.url.split('?')[0]) return null
    cookies.keptForm.clear(reply)
    return kept && formOutcome({ code: 'kept-form', status: 401 }, kept.values, language).form
  }

  /** The bytes that a page shows, behind that page's guard; null is no such file. */
  function handleFile(route: CandidateRoute, find: (actor: Actor, name: string) => Promise<SentFile | null>) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = host.actorOf(request)
      if (!actor) return toLogin(request, reply, false)
      if (host.access(route, actor).kind !== 'open') return sendError(request, reply, 403, null)
      const file = await find(actor, (request.params as { name: string }).name)
      return file ? sendFile(reply, file) : sendError(request, reply, 404, null)
    }
  }

  /** What a page shows, as a document on paper, behind that page's guard. A refusal is told as a page. */
  function handlePrint(
    route: CandidateRoute,
    print: (actor: Actor, language: Language, request: FastifyRequest, reply: FastifyReply) => Promise<Refusal | null>,
  ) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = host.actorOf(request)
      if (!actor) return toLogin(request, reply, false)
      const access = host.access(route, actor)
      if (access.kind === 'too-early') {
        reply.header('cache-control', 'private, no-store')
        return reply.redirect(`${base}${routeOfStep(access.firstOpenStep)}`, 303)
      }
      if (access.kind !== 'open') return sendError(request, reply, 403, null)
      const refusal = await print(actor, languageOf(request, cookies), request, reply)
      if (!refusal) return reply
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      return sendError(request, reply, refusal.status, null)
    }
  }

  /** Visitors on a candidate's page: home, which offers the login and leads back. */
  function toLogin(request: FastifyRequest, reply: FastifyReply, isPost: boolean) {
    const next = isPost ? request.url.split('?')[0]! : request.url
    const to = `${base}home?next=${encodeURIComponent(next)}`
    reply.header('cache-control', 'private, no-store')
    // A script keeps what was typed by itself.
    if (isPost && wantsView(request)) return reply.code(401).send({ redirect: to })
    if (isPost) keepForm(request, reply, next)
    return reply.redirect(to, 303)
  }

  /** Whether a POST was made by one of the desk's pages, and behind its guard by a page of this session. */
  function isOwnDeskPost(request: FastifyRequest, staff: Staff | null, rule: CellRule): boolean {
    if (!isSameOrigin(request)) return false
    return !staff || rule.audience === 'public' || deskToken(request) === staff.csrf
  }

  /** The form's own field before the header, which script fills from the candidates' cookie. */
  const deskToken = (request: FastifyRequest) =>
    (request.body as Record<string, unknown> | null)?._csrf ?? request.headers['x-xsrf-token']

  /** Visitors on a page of the desk: the login by which they came last, which leads back. */
  function toDeskLogin(request: FastifyRequest, reply: FastifyReply, next: string | null) {
    const kept = cookies.door.read(request)
    const desk: LoginLink = loginLinks.find((link) => link === kept) ?? 'admin'
    const to = `${cellBase}login/${desk}${next === null ? '' : `?next=${encodeURIComponent(next)}`}`
    reply.header('cache-control', 'private, no-store')
    if (request.method === 'POST' && wantsView(request)) return reply.code(401).send({ redirect: to })
    return reply.redirect(to, 303)
  }

  /** One page of the staff desk, for GET and POST. */
  function handleDesk(route: CellRoute) {
    const rule: CellRule = cellRoutes[route]
    const module = pageModules.get(`cell/${route.replace(/:(\w+)/g, '[$1]')}`)!
    const name = `cell/${route}`
    const layout = rule.audience === 'public' ? 'public' : 'desk'
    return (request: FastifyRequest, reply: FastifyReply) =>
      answerUpload(request, (upload) => answer(request, reply, upload))

    async function answer(request: FastifyRequest, reply: FastifyReply, upload: Upload | null) {
      const isPost = request.method === 'POST'
      const language = languageOf(request, cookies)
      if (isLanguage((request.query as Record<string, unknown>).lang) && isSameOrigin(request)) {
        cookies.language.write(reply, language)
      }
      const staff = host.desk.actorOf(request)
      if (isPost && !isOwnDeskPost(request, staff, rule)) return sendError(request, reply, 403, null)
      if (rule.audience === 'staff' && !staff) {
        return toDeskLogin(request, reply, isPost ? request.url.split('?')[0]! : request.url)
      }
      const context = contextOf(request, reply, language, null, { upload, staff })
      if (rule.audience === 'staff') {
        const access = deskAccess(context.staff!, rule.permission, route === 'account')
        if (access === 'duty') return leave(context, new Redirect(`${cellBase}account`))
        if (access === 'restricted') {
          return send(context, name, module, layout, { status: 403, closed: { kind: 'desk' } })
        }
      }
      if (!isPost) return send(context, name, module, layout, {})
      const { server } = (await module.get()) as { server: Server }
      if (!server.action) return sendError(request, reply, 405, null)
      const outcome = await server.action(context)
      if (outcome instanceof Redirect) return leave(context, outcome)
      if (outcome.retryAfter) reply.header('retry-after', outcome.retryAfter)
      return send(context, name, module, layout, { status: outcome.status, form: outcome.form })
    }
  }

  /** An address of the desk that answers no page: a logout, an export. */
  function handleDeskAct(act: CellAct, run: (staff: Staff, request: FastifyRequest, reply: FastifyReply) => unknown) {
    const rule = cellActs[act]
    return (request: FastifyRequest, reply: FastifyReply) => {
      const staff = host.desk.actorOf(request)
      if (!isOwnDeskPost(request, staff, rule)) return sendError(request, reply, 403, null)
      if (!staff) return toDeskLogin(request, reply, null)
      const access = deskAccess(host.desk.viewOf(staff), rule.permission, act === 'logout')
      if (access !== 'open') return sendError(request, reply, 403, null)
      reply.header('cache-control', 'private, no-store')
      return run(staff, request, reply)
    }
  }

  /** The bytes that a page of the desk shows; null is no such file, or none within this person's reach. */
  function handleDeskFile(
    address: CellFile,
    find: (staff: Staff, params: Readonly<Record<string, string>>) => Promise<SentFile | null>,
  ) {
    const rule: CellRule = cellFiles[address]
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const staff = host.desk.actorOf(request)
      if (!staff) return toDeskLogin(request, reply, null)
      if (deskAccess(host.desk.viewOf(staff), rule.permission, false) !== 'open')
        return sendError(request, reply, 403, null)
      const file = await find(staff, request.params as Record<string, string>)
      return file ? sendFile(reply, file) : sendError(request, reply, 404, null)
    }
  }

  /** A page that stands outside of the route table, with data made elsewhere. */
  function sendPage(request: FastifyRequest, reply: FastifyReply, folder: string, data: object, refusal?: Refusal) {
    const language = languageOf(request, cookies)
    // The portal's own cookie stays below its slug: out here the page keeps one of its own.
    if (isLanguage((request.query as Record<string, unknown>).lang)) {
      cookies.language.write(reply, language, { path: request.url.split('?')[0]! })
    }
    const outcome = refusal && formOutcome(refusal, {}, language)
    const settings = { data, form: outcome?.form, status: outcome?.status }
    return send(contextOf(request, reply, language, null), folder, pageModules.get(folder)!, 'bare', settings)
  }

  return { handle, handleDesk, handleDeskAct, handleDeskFile, handleFile, handlePrint, sendError, sendPage }
}

function closedView(access: Extract<Access, { kind: 'locked' | 'restricted' }>, language: Language): ClosedView {
  return access.kind === 'locked'
    ? { kind: 'locked', text: translate(language, `shell:locked.${access.by}` as 'shell:locked.locked') }
    : { kind: 'restricted', permission: access.permission }
}
