import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#server/domain/site/access.ts'
import type { ClosedView, FormState } from '#server/domain/site/view.ts'
import { href } from '#server/domain/terms/href.ts'
import {
  type CandidateRoute,
  type CellRoute,
  type CellRule,
  candidateRoutes,
  cellRoutes,
  type RouteRule,
  routeOfStep,
} from '#server/domain/terms/routes.ts'
import { deskAccess } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { outageOf, refusalOfOutage, wordsForOutage } from '#server/kernel/outage.ts'
import { addressOf, pathOf } from '../address'
import { type FormOutcome, type PageContext, type PageServer, Redirect } from '../page'
import { countRefusal } from '../refusals'
import { pageModules } from '../render'
import { isSameOrigin } from '../same-origin'
import { faultyFile, isUpload, openUpload, type Upload } from '../upload'
import { wantsView } from '../wants-view'
import { asksForNothing, choosesLanguage, languageOf, readsInLanguage } from './asked'
import { createContext } from './context'
import { createDoor, isOwnPost } from './door'
import type { PageHost, Person } from './host'
import { createKept } from './kept'
import type { Settings, Show, ShownPage } from './show'

/** A page of one of the two tables, as it is answered. */
type PageOfPortal<Context> = ShownPage & {
  rule: RouteRule | CellRule
  isAtDesk: boolean
  /** The hindrance for the person who is signed in: another address, or a banner in place of the page; null for none. */
  guard(context: Context, isPost: boolean): Redirect | Settings | null
  /** Is the record that this address shows closed to everybody? Source: rules §13.6. */
  isClosedRecord(request: FastifyRequest): boolean
}

/** The folder of a page under `pages/`: `('cell', 'staff/:id')` → `'cell/staff/[id]'`. */
const moduleOf = (area: 'candidate' | 'cell', route: string) =>
  pageModules.get(`${area}/${route.replace(/:(\w+)/g, '[$1]')}`)!

/** Answers the pages of the two tables: the caller, the guard, the action, the page. */
export function createAnswers<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
  { show, leave, sendError }: Show<Services, Actor, Staff>,
) {
  const { base, cellBase, cookies } = host
  type Context = PageContext<Services, Actor | Staff | null>
  const contextOf = createContext(host)
  const door = createDoor(host)
  const kept = createKept(host)

  /** A form with files: the fields before the first file are its body, including `_csrf`; the files are read later. */
  async function withUpload(
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

  /** Is it a page that is the same for everybody? A login that has ended is none. */
  const mayBeCached = (request: FastifyRequest, { audience }: RouteRule | CellRule) =>
    audience === 'public' &&
    request.method === 'GET' &&
    asksForNothing(request) &&
    !cookies.flash.read(request) &&
    !wantsView(request) &&
    (!cookies.session.read(request) || !host.actorOf(request))

  /**
   * Is there an answer already, from the cache or that of a full portal? False once it is the page's turn to be drawn.
   * It never gives the reply itself: an awaited reply waits until it is sent, and is then undefined.
   */
  async function isAnswered(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    rule: RouteRule | CellRule,
  ): Promise<boolean> {
    const isShared = mayBeCached(request, rule)
    const isKept = () => isShared && host.cache.answer(request, reply, pathOf(request), language)
    if (isKept()) return true
    if (request.method === 'POST' || (isShared && host.cache.renews(pathOf(request), language))) return false
    const isLetIn = await host.hasRoom(request)
    // Somebody else may have drawn it while this one waited.
    if (isKept()) return true
    if (!isLetIn) void host.refuse(request, reply)
    return !isLetIn
  }

  /** One page of either audience, for GET and POST: finds the caller, then runs the guard, the action and the page. */
  function answerPage(page: PageOfPortal<Context>) {
    const { rule, isAtDesk } = page
    return (request: FastifyRequest, reply: FastifyReply) =>
      withUpload(request, isAtDesk ? null : host.uploaderOf(request), (upload) => answer(request, reply, upload))

    async function answer(request: FastifyRequest, reply: FastifyReply, upload: Upload | null) {
      const isPost = request.method === 'POST'
      const language = languageOf(request, cookies)
      if (!isAtDesk && (await isAnswered(request, reply, language, rule))) return reply
      const caller = door.callerOf(request, isAtDesk)
      const { actor, staff } = caller
      // A link on another site shows its language only once; only our own pages change the remembered language.
      const isChosen = choosesLanguage(request)
      if (isChosen) cookies.language.write(reply, language)
      // Messages come in the language in which the candidate reads the pages on this device.
      if (actor && (isChosen || readsInLanguage(request, cookies, language))) host.rememberLanguage(actor, language)
      if (isPost && !isOwnPost(request, caller, rule)) return sendError(request, reply, 403, null)
      if (rule.audience === 'candidate' && !actor) return door.toLogin(request, reply)
      if (rule.audience === 'staff' && !staff) {
        return door.toDeskLogin(request, reply, isPost ? pathOf(request) : addressOf(request))
      }
      const context = contextOf(request, reply, language, caller, upload)
      const hindrance = rule.audience === 'public' ? null : page.guard(context, isPost)
      if (hindrance instanceof Redirect) return leave(context, hindrance)
      if (hindrance) return show(context, page, hindrance)
      if (page.isClosedRecord(request)) return sendError(request, reply, 403, null, 'data-restricted')
      return isPost ? act(context, page, upload) : show(context, page, { form: actor && kept.take(context, actor) })
    }
  }

  /** Runs the action of a page. If the database cannot be written just now, the form comes back with all its input. */
  async function act(context: Context, page: ShownPage, upload: Upload | null): Promise<FastifyReply> {
    const { request, reply } = context
    const { server } = (await page.module.get()) as { server: PageServer<Context> }
    if (!server.action) return sendError(request, reply, 405, null)
    const outcome = await acted(server.action, context)
    if (outcome instanceof Redirect) return leave(context, outcome)
    if (outcome.retryAfter) reply.header('retry-after', outcome.retryAfter)
    const lost =
      upload === null || wantsView(request) || outcome.form.confirm
        ? []
        : await lostFiles(upload, outcome.form, context.t)
    const form = lost.length ? { ...outcome.form, errors: [...outcome.form.errors, ...lost] } : outcome.form
    return show(context, page, { status: outcome.status, form, flash: outcome.flash })
  }

  /**
   * The files that a browser without script has let go of, although nothing is wrong with them: the page that comes back with the form says
   * which to choose again.
   */
  async function lostFiles(upload: Upload, { errors }: FormState, t: Context['t']): Promise<FormState['errors']> {
    const sent = await upload.files()
    const good = (sent.ok ? sent.value : []).filter(
      // A fault of the field that names no place is one of its file, as of a table that cannot be imported.
      ({ field, at }) => !errors.some((error) => error.field === field && (error.file ?? at) === at),
    )
    return [...new Set(good.map(({ field }) => field))].map((field) => {
      const names = good.filter((file) => file.field === field).map((file) => faultyFile(file).name)
      return { field, message: t('http:files-again', { count: names.length, names: names.join(', ') }) }
    })
  }

  async function acted(
    action: NonNullable<PageServer<Context>['action']>,
    context: Context,
  ): Promise<Redirect | FormOutcome> {
    try {
      const outcome = await action(context)
      if (!('refusal' in outcome)) return outcome
      countRefusal(outcome.refusal)
      return context.invalid(outcome.refusal)
    } catch (error) {
      const outage = outageOf(error)
      if (!outage) throw error
      context.request.log.error({ err: error, outage }, `a form could not be saved: ${wordsForOutage(outage)}`)
      return context.invalid(refusalOfOutage(outage))
    }
  }

  /** The banner in place of a page that is locked or not permitted, and what it says beside the reason. */
  function closedView(
    access: Extract<Access, { kind: 'locked' | 'restricted' }>,
    actor: Actor,
    language: Language,
  ): ClosedView {
    if (access.kind === 'locked') {
      const next = host.mayUnlock(actor) ? 'signedin:locked.unlock' : 'signedin:locked.next'
      return {
        kind: 'locked',
        text: translate(language, `signedin:locked.${access.by}`),
        next: translate(language, next),
      }
    }
    const { permission } = access
    const standing = host.standingOf(actor, permission, language)
    const window = standing?.hasLeft ? null : host.windowOf(permission, language)
    return { kind: 'restricted', permission, window, standing }
  }

  return {
    /** One page of the candidates' table. */
    handle(route: CandidateRoute) {
      const rule: RouteRule = candidateRoutes[route]
      return answerPage({
        name: route,
        rule,
        module: moduleOf('candidate', route),
        layout: rule.audience === 'public' ? 'public' : 'candidate',
        isAtDesk: false,
        guard({ actor, language }, isPost) {
          const access = host.access(route, actor as Actor)
          if (access.kind === 'open') return null
          if (access.kind === 'too-early') return new Redirect(href(base, routeOfStep(access.firstOpenStep)))
          const status = isPost ? (access.kind === 'locked' ? 423 : 403) : 200
          return { status, closed: closedView(access, actor as Actor, language) }
        },
        isClosedRecord: () => false,
      })
    },

    /** One page of the staff desk. */
    handleDesk(route: CellRoute) {
      const rule: CellRule = cellRoutes[route]
      return answerPage({
        name: `cell/${route}`,
        rule,
        module: moduleOf('cell', route),
        layout: rule.audience === 'public' ? 'public' : 'desk',
        isAtDesk: true,
        guard({ staff }) {
          if (rule.audience === 'public') return null
          const access = deskAccess(staff!, rule.permission, route === 'account')
          if (access === 'duty') return new Redirect(href(cellBase, 'account'))
          return access === 'restricted' ? { status: 403, closed: { kind: 'desk' } } : null
        },
        isClosedRecord: ({ params }) => host.desk.isClosed(route, (params ?? {}) as Record<string, string>),
      })
    },
  }
}
