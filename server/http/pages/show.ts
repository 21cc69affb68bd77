import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClosedView, FormState, View } from '#server/domain/site/view.ts'
import { candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { formatDate } from '#server/i18n/format.ts'
import type { Namespace } from '#server/i18n/keys.ts'
import { textOfCode, translate } from '#server/i18n/texts.ts'
import { isLanguage } from '#server/kernel/languages.ts'
import type { Refusal } from '#server/kernel/result.ts'
import { pathOf } from '../address'
import type { PageAssets } from '../assets'
import { flashValue } from '../cookies'
import { discoveryHead, installableHead } from '../discovery'
import { type Flash, type PageContext, type PageServer, Redirect } from '../page'
import { type PageModule, pageModules, preparePage, renderDocument, sendView } from '../render'
import { allowFormsTo } from '../security'
import { wantsView } from '../wants-view'
import { asksForNothing, languageOf } from './asked'
import { createContext } from './context'
import { createDoor } from './door'
import { formOutcome } from './form-outcome'
import type { PageHost, Person } from './host'
import { routeTitleKey } from './titles'

/** A page as it is drawn. `name`: its route, or `_error` for the error page. */
export type ShownPage = { name: View['route']; module: PageModule; layout: View['layout'] }

/** What is shown of it. `closed`: a banner in its place; `data`: made elsewhere, so that nothing is loaded. */
export type Settings = {
  status?: number
  form?: FormState | null
  flash?: Flash
  closed?: ClosedView | null
  data?: unknown
}

/** The rule of a candidate's or a visitor's page; undefined for one of the desk and for the error page. */
const ruleOf = (route: View['route']): RouteRule | undefined => (candidateRoutes as Record<string, RouteRule>)[route]

/** May everybody open this page? */
const isOpen = (route: View['route']): boolean => ruleOf(route)?.audience === 'public'

/** Shows the pages of one portal: their data, their head, and the page that says what went wrong. */
export function createShow<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
) {
  const { base, cellBase, cookies } = host
  type Context = PageContext<Services, Actor | Staff | null>
  type Server = PageServer<Context>
  const contextOf = createContext(host)
  const { callerOf } = createDoor(host)

  /** Renders a page for a context. */
  async function show(context: Context, page: ShownPage, settings: Settings): Promise<FastifyReply> {
    const { request, reply, language, address } = context
    const { Page, server } = (await page.module.get()) as { Page: React.ComponentType; server: Server }
    let { data } = settings
    if (data === undefined && !settings.closed) {
      data = await server.load?.(context)
      if (data instanceof Redirect) return leave(context, data)
      if (data === null) return sendError(request, reply, 404, null)
    }
    // An action may have opened or ended the session; the page shows the present state.
    const session = context.session && host.sessionOf(context.actor as Actor)
    const isVisitor = isOpen(page.name) && !session && !context.staff && !settings.closed
    const { assets, head } = await preparePage(
      host.assets,
      page.module.file,
      address,
      language,
      textsOf(server, page.layout, isVisitor),
      isVisitor,
      server.leadsTo,
    )
    const view = viewOf(context, page, server, assets, session, { ...settings, data })
    const wholeHead = head + headForOthers(context, view, settings.closed ? null : server)
    reply.header('vary', 'accept, cookie')
    if (isCacheable(context, server, view)) {
      return host.cache.send(request, reply, address, language, () => renderDocument(view, Page, wholeHead))
    }
    reply.header('cache-control', 'private, no-store')
    const formsTo = server.formsTo?.(context) ?? null
    if (formsTo) allowFormsTo(reply, formsTo)
    return sendView(reply, wantsView(request) && !formsTo, view, Page, wholeHead)
  }

  const textsOf = (server: Server, layout: View['layout'], isVisitor: boolean): Namespace[] => [
    'shell',
    ...(isVisitor ? [] : (['signedin'] as const)),
    ...(layout === 'desk' ? (['staff'] as const) : []),
    ...(server.texts ?? []),
  ]

  /** All that the browser may know about a page. */
  function viewOf(
    context: Context,
    { name: route, layout }: ShownPage,
    server: Server,
    { module, css, texts, signedIn }: PageAssets,
    session: View['session'],
    settings: Settings,
  ): View {
    const { language, address, staff } = context
    const { data, closed = null, form = null } = settings
    const updatedAt = closed || !server.updatedAt ? null : server.updatedAt(context, data as never)
    const title = closed ? undefined : server.title?.(context, data as never)
    return {
      url: address,
      route,
      assets: { module, css, texts, signedIn },
      base,
      cellBase,
      language,
      title: titleOf(context, route, title, form),
      status: settings.status ?? (closed ? 200 : (server.status?.(data as never) ?? 200)),
      now: host.now(),
      updated: updatedAt === null ? null : formatDate(updatedAt, language),
      course: host.course(language),
      session,
      staff,
      layout: server.layout ?? layout,
      closed,
      banner: host.banner(language),
      flash: settings.flash ? saidBy(context, settings.flash) : takeFlash(context),
      demo: host.demo(),
      data: data ?? null,
      form,
    }
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

  function titleOf({ t, language }: Context, route: string, title: string | undefined, form: FormState | null): string {
    const key = routeTitleKey(route)
    const name = title ?? (key ? t(key) : host.course(language).shortTitle)
    const full = `${name} · ${host.course(language).cellName}`
    return form && !form.confirm && (form.errors.length || form.message) ? t('http:error-title', { title: full }) : full
  }

  const saidBy = ({ t }: Context, { type, key, values }: Flash) => ({ type, text: t(key, values) })

  function takeFlash(context: Context): View['flash'] {
    const { request, reply } = context
    const raw = cookies.flash.read(request)
    if (!raw || request.method === 'HEAD') return null
    cookies.flash.clear(reply)
    try {
      const flash = JSON.parse(Buffer.from(raw, 'base64url').toString()) as Flash
      return /^[a-z]+:flash\./.test(flash.key) ? saidBy(context, flash) : null
    } catch {
      return null
    }
  }

  function leave({ reply }: Context, { to, flash }: Redirect) {
    if (flash) cookies.flash.write(reply, flashValue(flash))
    return reply.header('cache-control', 'private, no-store').redirect(to, 303)
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
    const caller = callerOf(request, pathOf(request).startsWith(cellBase))
    const language = languageOf(request, cookies)
    const reason = code === undefined ? null : textOfCode(language, 'refusal', code)
    // Staff keep the menu and the search of their desk: most often they only mistyped the address.
    const layout = caller.staff ? 'desk' : 'public'
    const page: ShownPage = { name: '_error', module: pageModules.get('_error')!, layout }
    return show(contextOf(request, reply, language, caller), page, { status, data: { status, reference, reason } })
  }

  /** Shows a refusal of a non-page address as a page. */
  function sendRefused(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
    if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
    return sendError(request, reply, refusal.status, null)
  }

  /** A page outside the route table, with data made elsewhere. */
  function sendPage(request: FastifyRequest, reply: FastifyReply, folder: string, data: object, refusal?: Refusal) {
    const language = languageOf(request, cookies)
    // The portal's cookie is scoped to its slug, so a page out here has a separate one.
    if (isLanguage((request.query as Record<string, unknown>).lang)) {
      cookies.language.write(reply, language, { path: pathOf(request) })
    }
    const outcome = refusal && formOutcome(refusal, {}, language)
    const page: ShownPage = { name: folder, module: pageModules.get(folder)!, layout: 'bare' }
    const context = contextOf(request, reply, language, { actor: null, staff: null })
    return show(context, page, { data, form: outcome?.form, status: outcome?.status })
  }

  return { show, leave, sendError, sendRefused, sendPage }
}

export type Show<Services, Actor extends Person, Staff extends Person> = ReturnType<
  typeof createShow<Services, Actor, Staff>
>
