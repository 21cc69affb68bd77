import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CourseView } from '../pages/ui/view'
import { dossierFiles } from './adapters/dossiers'
import type { Config } from './config'
import { auditActor } from './domain/audit'
import { type CapRound, isCapRound } from './domain/cap-rounds'
import { deskOf } from './domain/desks'
import { type LoginLink, loginLinks, type PublicPdf, publicPdfs } from './domain/menu'
import { meritStages } from './domain/merit-lists'
import { regionNames } from './domain/regions'
import {
  type CandidateRoute,
  type CellAct,
  type CellFile,
  type CellRoute,
  candidateRoutes,
  cellRoutes,
  deskTakesFiles,
  takesFiles,
} from './domain/routes'
import { accountsApi } from './features/accounts/api'
import { dropCookies } from './features/accounts/http-session'
import type { SessionActor } from './features/accounts/store'
import { resultsApi } from './features/allotment/published-api'
import { applicationApi } from './features/application/api'
import { sendAuditLog } from './features/audit/api'
import { centresApi } from './features/centres/api'
import { certificatesApi } from './features/certificates/api'
import { contentApi, sendPublicPdf } from './features/content/api'
import { documentsApi } from './features/documents/api'
import { grievancesApi } from './features/grievances/api'
import { inboxApi } from './features/inbox/api'
import { meritPagesApi, sendMeritCsv, sendMeritPdf } from './features/merit-pages/api'
import { sendInterested } from './features/non-cap/api'
import { optionFormApi } from './features/option-form/api'
import { sendCandidates, sendOverviewTable } from './features/overview/api'
import { paymentsApi, paymentsCallback } from './features/payments/api'
import { printablesApi, sendPrinted } from './features/printables/api'
import { scrutinyApi } from './features/scrutiny/api'
import { seatMatrixApi, sendSampleMatrix, sendSeatMatrix, sendVacancies } from './features/seat-matrix/api'
import type { StaffActor } from './features/staff/deps'
import { apiLanguage, bodyValidator, createApiTools, sendRefusal } from './http/api'
import { createArrivals } from './http/arrival'
import type { AssetSource } from './http/assets'
import { portalCookies } from './http/cookies'
import { sendCsv } from './http/csv'
import { registerFloodGuard } from './http/flood-guard'
import { rememberMethods } from './http/known-methods'
import { registerApiDocument } from './http/open-api'
import { createPageCache } from './http/page-cache'
import { createPageHandler, languageOf, wantsView } from './http/page-handler'
import { isSameOrigin } from './http/same-origin'
import { acceptFiles } from './http/upload'
import { translate } from './i18n/texts'
import type { Language } from './kernel/languages'
import type { Refusal } from './kernel/result'
import type { Services } from './services'

export type PortalDeps = {
  services: Services
  config: Config
  assets: AssetSource
  /** The other portals of this server, for the footer. */
  others: readonly Services[]
  /** The demo's phase for the ribbon; null in live mode. */
  demoPhase: (() => string) | null
}

/** How a portal answers what went wrong, or leads nowhere. */
export type PortalAnswers = {
  slug: string
  notFound(request: FastifyRequest, reply: FastifyReply): unknown
  refused(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): unknown
  broken(request: FastifyRequest, reply: FastifyReply, reference: string): unknown
  /** A page that stands outside of the portal's own addresses, drawn in its manner. */
  sendPage(request: FastifyRequest, reply: FastifyReply, folder: string, data: object, refusal?: Refusal): unknown
}

/** One course under its slug: `/<slug>/candidate/…` pages and API, `/<slug>/cell/…`. */
export async function registerPortal(
  app: FastifyInstance,
  { services, config, assets, others, demoPhase }: PortalDeps,
): Promise<PortalAnswers> {
  const { course, accounts, application, centres, payments, staff, clock, limits } = services
  const base = `/${course.slug}/candidate/`
  const cellBase = `/${course.slug}/cell/`
  const cookies = portalCookies(course.slug, config.mode === 'live')
  const arrivals = createArrivals(clock.portal)
  const cache = createPageCache({
    now: clock.portal,
    nextChange() {
      const edges = [services.nextPublicChange(), services.serviceBanner.nextChange()].filter((at) => at !== null)
      return edges.length ? Math.min(...edges) : null
    },
  })
  services.whenPublicChanges(cache.clear)
  services.serviceBanner.onChanged(cache.clear)

  const knownMethods = rememberMethods(app)
  registerFloodGuard(app, {
    perMinute: config.requestsPerMinute,
    memory: {
      load: () => limits.startingWith('flood:', clock.real()),
      save: (rows) =>
        services.db.transact(() => {
          for (const { key, count, resetsAt } of rows) limits.put(`flood:${key}`, count, resetsAt)
        }),
    },
    now: clock.real,
  })

  const pages = createPageHandler<Services, SessionActor, StaffActor>({
    services,
    base,
    cellBase,
    cookies,
    assets,
    cache,
    uploads: services.fileStorage,
    course: courseViews(services, others),
    now: clock.portal,
    arrivedAt: arrivals.of,
    actorOf(request) {
      const cookie = cookies.session.read(request)
      return cookie ? accounts.sessions.byCookie(cookie) : null
    },
    sessionOf(actor) {
      const { details, permissions, facts } = application.standingOf(actor)
      // Only whoever has a form can have one that is not confirmed.
      const unconfirmed = facts.roundsTaken ? services.optionForm.unconfirmed(actor, clock.portal()) : null
      return { details, permissions, unconfirmed, csrf: actor.csrf }
    },
    access: (route, actor) => application.access(route, application.standingOf(actor)),
    rememberLanguage(actor, language) {
      if (actor.language !== language) accounts.setLanguage(actor, language)
    },
    keepForm(request, form) {
      const cookie = cookies.session.read(request)
      const owner = cookie ? accounts.sessions.ownerOf(cookie) : null
      return owner === null ? null : services.keptForms.close(form, owner)
    },
    keptForm: (sealed, actor) => services.keptForms.open(sealed, actor.candidateId),
    desk: {
      actorOf(request) {
        const cookie = cookies.desk.read(request)
        return cookie ? staff.byCookie(cookie) : null
      },
      viewOf: ({ loginName, fullName, role, centre, region, institute, duty, csrf }) => ({
        loginName,
        fullName,
        role,
        scope: centre ?? institute ?? (region && regionNames[region]),
        duty,
        csrf,
      }),
    },
    banner: services.serviceBanner.current,
    demo: () => (demoPhase ? { phase: demoPhase() } : null),
  })

  await app.register(
    async (candidate) => {
      for (const route of Object.keys(candidateRoutes) as CandidateRoute[]) {
        const handler = pages.handle(route)
        candidate.get(`/${route}`, { schema: { hide: true } }, handler)
        if (!takesFiles(route)) {
          candidate.post(`/${route}`, { schema: { hide: true }, onRequest: arrivals.note }, handler)
        }
      }
      await candidate.register(async (scope) => {
        await acceptFiles(scope)
        for (const route of (Object.keys(candidateRoutes) as CandidateRoute[]).filter(takesFiles)) {
          scope.post(`/${route}`, { schema: { hide: true }, onRequest: arrivals.note }, pages.handle(route))
        }
      })
      candidate.get(
        '/documents/view/:name/file',
        { schema: { hide: true } },
        pages.handleFile('documents/view/:name', async (actor, name) => {
          const opened = await services.documents.open(actor, name)
          return opened.ok ? opened.value : null
        }),
      )
      candidate.get(
        '/certificates/:name/file',
        { schema: { hide: true } },
        pages.handleFile('certificates', async (actor, name) => {
          const opened = await services.certificates.open(actor, name)
          return opened && { ...opened, name }
        }),
      )
      candidate.get(
        '/grievancy/file/:name',
        { schema: { hide: true } },
        pages.handleFile('grievancy', (actor, name) => {
          const [, id, file] = /^(\d{1,9})-(\d{1,9})$/.exec(name) ?? []
          return services.grievances.openOwn(actor, Number(id ?? 0), Number(file ?? 0))
        }),
      )
      candidate.post('/logout', { schema: { hide: true } }, (request, reply) => {
        const cookie = cookies.session.read(request)
        const actor = cookie ? accounts.sessions.byCookie(cookie) : null
        const sent = request.headers['x-xsrf-token'] ?? (request.body as Record<string, unknown> | null)?._csrf
        if (!isSameOrigin(request) || (actor && sent !== actor.csrf)) return pages.sendError(request, reply, 403, null)
        if (actor) accounts.sessions.logout(actor)
        dropCookies(reply, cookies)
        return reply.header('cache-control', 'no-store').redirect(`${base}home`, 303)
      })
      candidate.get(
        '/print-pdf.pdf',
        { schema: { hide: true } },
        printed('print-pdf', () => 'application-form'),
      )
      candidate.get(
        '/acknowledgement.pdf',
        { schema: { hide: true } },
        printed('acknowledgement', () => 'acknowledgement'),
      )
      candidate.get(
        '/jk-seat.pdf',
        { schema: { hide: true } },
        printed('jk-seat', () => 'jk-letter'),
      )
      for (const stage of meritStages) {
        candidate.get(
          `/${stage}-merit.pdf`,
          { schema: { hide: true } },
          printed(`${stage}-merit`, () => `merit-${stage}`),
        )
      }
      candidate.get(
        '/option-form/print.pdf',
        { schema: { hide: true } },
        printed('option-form/print', (request) => `option-form-${(request.query as { round?: unknown }).round}`),
      )
      candidate.get(
        '/transactions-logs/receipt-:payment.pdf',
        { schema: { hide: true } },
        printed('transactions-logs', (request) => `receipt-${(request.params as { payment: string }).payment}`),
      )
      candidate.get(
        '/allotment/letter-:round.pdf',
        { schema: { hide: true } },
        printed('allotment', (request) => `allotment-letter-${(request.params as { round: string }).round}`),
      )
      candidate.get('/allotment/round-print-form/:userId/letter-:round.pdf', { schema: { hide: true } }, sendLetter)
      candidate.get('/institute_wise_Allotment.csv', { schema: { hide: true } }, sendAllotments)
      candidate.get('/institute_wise_Allotment.pdf', { schema: { hide: true } }, sendAllotmentPdf)
      candidate.get('/closing-merit.csv', { schema: { hide: true } }, sendClosings)
      paymentsCallback(candidate, {
        payments,
        pageFor: (order) => `${base}payment/return${order === null ? '' : `?order=${encodeURIComponent(order)}`}`,
        refused: (request, reply) => pages.sendError(request, reply, 403, null),
      })
      candidate.get('/version.json', { schema: { hide: true } }, (_request, reply) =>
        reply.header('cache-control', 'no-store').send({ version: assets.version }),
      )
      for (const file of publicPdfs) candidate.get(`/${file}`, { schema: { hide: true } }, sendNamedPdf(file))
      candidate.get('/file/:id.pdf', { schema: { hide: true } }, sendDownload)
      candidate.get('/seat-matrix.pdf', { schema: { hide: true } }, async (request, reply) => {
        if (!services.seats.inForce()) return pages.sendError(request, reply, 404, null)
        const pdf = await services.seatMatrixPdf(languageOf(request, cookies))
        if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
        return sendPublicPdf(reply, 'seat-matrix.pdf', pdf)
      })
      candidate.get(
        '/seat-matrix.csv',
        { schema: { hide: true } },
        (request, reply) =>
          sendSeatMatrix(services.seats, course.slug, reply) ?? pages.sendError(request, reply, 404, null),
      )
      candidate.get(
        '/institute-wise-vacancy.csv',
        { schema: { hide: true } },
        (request, reply) =>
          sendVacancies(services.seats, course.slug, request, reply) ?? pages.sendError(request, reply, 404, null),
      )
      candidate.get('/merit-lists/:name.csv', { schema: { hide: true } }, sendMeritTable)
      candidate.get('/merit-lists/:name.pdf', { schema: { hide: true } }, sendMeritPaper)
      await candidate.register(registerApi, { prefix: '/api' })
    },
    { prefix: `/${course.slug}/candidate` },
  )
  await app.register(registerDesk, { prefix: `/${course.slug}/cell` })

  /** The staff desk: its pages by their table, and what is done beside them. */
  async function registerDesk(desk: FastifyInstance): Promise<void> {
    const hidden = { schema: { hide: true } }
    for (const route of Object.keys(cellRoutes) as CellRoute[]) {
      const handler = pages.handleDesk(route)
      desk.get(`/${route}`, hidden, handler)
      if (!deskTakesFiles(route)) desk.post(`/${route}`, { ...hidden, onRequest: arrivals.note }, handler)
    }
    await desk.register(async (scope) => {
      await acceptFiles(scope)
      for (const route of (Object.keys(cellRoutes) as CellRoute[]).filter(deskTakesFiles)) {
        scope.post(`/${route}`, { ...hidden, onRequest: arrivals.note }, pages.handleDesk(route))
      }
    })
    const acts: Record<CellAct, Parameters<typeof pages.handleDeskAct>[1]> = {
      logout(actor, _request, reply) {
        staff.logout(actor)
        cookies.desk.clear(reply)
        return reply.redirect(`${cellBase}login/${deskOf(actor.role)}`, 303)
      },
      'audit.csv': (actor, request, reply) =>
        sendAuditLog(services.audit, course.slug, auditActor(actor), request, reply),
      'overview.csv': (actor, request, reply) =>
        sendOverviewTable(services.overview, course.slug, actor, request, reply),
      'candidates.csv': (actor, _request, reply) => sendCandidates(services.overview, course.slug, actor, reply),
      'non-cap.csv': (actor, _request, reply) => sendInterested(services.nonCap, actor, reply),
      'seat-matrix-sample.csv': (_actor, _request, reply) => sendSampleMatrix(reply),
    }
    for (const [act, run] of Object.entries(acts)) {
      desk.post(`/${act}`, hidden, pages.handleDeskAct(act as CellAct, run))
    }
    const files: Record<CellFile, Parameters<typeof pages.handleDeskFile>[1]> = {
      async 'scrutiny/:userId/file/:name'(actor, { userId = '', name = '' }) {
        const file = await services.scrutiny.document(actor, userId, name)
        return file && { ...file, name: `${userId}-${name}` }
      },
      async 'centre/:userId/documents/:name'(actor, { userId = '', name = '' }) {
        const candidateId = centres.openDocument(actor, userId, name)
        if (!candidateId.ok) return null
        const opened = await services.documents.open({ candidateId: candidateId.value }, name)
        return opened.ok ? { ...opened.value, name: `${userId}-${name}` } : null
      },
      async 'certificates/:id/file'(actor, { id = '' }) {
        const opened = await services.certificates.openFile(actor, /^\d{1,15}$/.test(id) ? Number(id) : -1)
        return opened.ok ? { ...opened.value, name: `certificate-${id}` } : null
      },
      'grievances/:id/file/:file': (actor, { id, file }) =>
        services.grievances.openAtDesk(actor, Number(id), Number(file)),
      async 'allotments/:id/dossier/:file'(actor, { id = '', file = '' }) {
        const name = dossierFiles.find((one) => one === file)
        const found = name && (await services.allotment.dossier(actor, /^\d{1,9}$/.test(id) ? Number(id) : 0, name))
        return found ? { ...found, mediaType: 'application/json', name: `allotment-${id}-${file.slice(0, -5)}` } : null
      },
    }
    for (const [address, find] of Object.entries(files)) {
      desk.get(`/${address}`, hidden, pages.handleDeskFile(address as CellFile, find))
    }
  }

  async function registerApi(api: FastifyInstance): Promise<void> {
    const tools = createApiTools<SessionActor>({
      cookies,
      byBearer: accounts.sessions.byBearer,
      arrivals,
    })
    api.setValidatorCompiler(bodyValidator as never)
    // JSON in and out: what a form of another site can send is not read at all.
    api.removeContentTypeParser(['text/plain', 'application/x-www-form-urlencoded'])
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    services.publishApiDocument(
      await registerApiDocument(api, { title: course.courseTitle.en, version: assets.version }),
    )
    accountsApi(api, { accounts, tools, optInToWhatsapp: services.optInToWhatsapp })
    applicationApi(api, { application, tools })
    scrutinyApi(api, { scrutiny: services.scrutiny, tools })
    centresApi(api, { centres, tools })
    certificatesApi(api, { certificates: services.certificates, tools, uploads: services.fileStorage })
    documentsApi(api, { documents: services.documents, tools, uploads: services.fileStorage })
    grievancesApi(api, { grievances: services.grievances, tools, uploads: services.fileStorage })
    inboxApi(api, { inbox: services.inbox, smsLog: services.messages.phoneLog, tools })
    meritPagesApi(api, { merit: services.meritPages, tools })
    printablesApi(api, { printables: services.printables, tools })
    resultsApi(api, { results: services.results, tools })
    contentApi(api, {
      language: tools.language,
      source: {
        notices: services.notices.published,
        schedule: services.notices.schedule,
        changes: services.notices.changes,
        centres: services.directory.centres,
        fees: services.content.currentFees,
        files: services.publicFiles.list,
        fileAt: (id) => `${base}file/${id}.pdf`,
      },
    })
    seatMatrixApi(api, { seats: services.seats, language: tools.language })
    optionFormApi(api, { optionForm: services.optionForm, tools })
    await paymentsApi(api, { payments, gateway: payments.gatewayName, tools })
  }

  /** A document at the address of the page that it belongs to. */
  function printed(route: CandidateRoute, kindOf: (request: FastifyRequest) => string) {
    return pages.handlePrint(route, async (actor, language, request, reply) => {
      const result = await services.printables.print(actor, kindOf(request), language)
      if (!result.ok) return result.refusal
      sendPrinted(reply, result.value)
      return null
    })
  }

  function sendNamedPdf(file: PublicPdf) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const pdf = await services.publicPdf(file, languageOf(request, cookies))
      if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
      return sendPublicPdf(reply, file, pdf)
    }
  }

  function sendMeritTable(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string }
    const language = languageOf(request, cookies)
    return (
      sendMeritCsv(services.meritPages, course.slug, { name, language }, reply) ??
      pages.sendError(request, reply, 404, null)
    )
  }

  async function sendMeritPaper(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string }
    const language = languageOf(request, cookies)
    const sent = await sendMeritPdf(services.meritPages, course.slug, { name, language }, reply)
    return sent ?? pages.sendError(request, reply, 404, null)
  }

  async function sendDownload(request: FastifyRequest, reply: FastifyReply) {
    const { id } = request.params as { id: string }
    const file = /^[1-9]\d{0,8}$/.test(id) ? await services.publicFiles.open(Number(id)) : null
    return file ? sendPublicPdf(reply, `document-${id}.pdf`, file.stream) : pages.sendError(request, reply, 404, null)
  }

  /** The letter of somebody who is signed in, or who was looked up in this browser within the last 15 minutes. */
  async function sendLetter(request: FastifyRequest, reply: FastifyReply) {
    const { userId, round } = request.params as { userId: string; round: string }
    const cookie = cookies.session.read(request)
    const actor = cookie ? accounts.sessions.byCookie(cookie) : null
    const own = actor && application.standingOf(actor).details.user_id === userId ? actor : null
    const looked = services.lookUp.holder(cookies.lookUp.read(request))
    const shown = own ?? (looked?.userId === userId ? looked : null)
    if (!shown) return pages.sendError(request, reply, 403, null)
    const letter = await services.printables.print(shown, `allotment-letter-${round}`, languageOf(request, cookies))
    if (letter.ok) return sendPrinted(reply, letter.value)
    if (letter.refusal.retryAfter !== undefined) reply.header('retry-after', letter.refusal.retryAfter)
    return pages.sendError(request, reply, letter.refusal.status, null)
  }

  /** What a file of a round is asked for: a round that is published, and an institute or null. */
  function roundFile(request: FastifyRequest): { round: CapRound; institute: string | null } | null {
    const { round, institute } = request.query as Record<string, unknown>
    const asked = Number(round)
    if (!isCapRound(asked) || (institute !== undefined && typeof institute !== 'string')) return null
    return { round: asked, institute: institute ?? null }
  }

  function sendAllotments(request: FastifyRequest, reply: FastifyReply) {
    const asked = roundFile(request)
    const lines = asked && services.results.allotmentsCsv(asked.round, asked.institute, languageOf(request, cookies))
    if (!lines?.ok) return pages.sendError(request, reply, 404, null)
    return sendCsv(reply, `allotment-${course.slug}-round-${asked!.round}`, lines.value)
  }

  function sendClosings(request: FastifyRequest, reply: FastifyReply) {
    const asked = roundFile(request)
    const lines = asked && services.results.closingsCsv(asked.round, languageOf(request, cookies))
    if (!lines?.ok) return pages.sendError(request, reply, 404, null)
    return sendCsv(reply, `closing-merit-${course.slug}-round-${asked!.round}`, lines.value)
  }

  async function sendAllotmentPdf(request: FastifyRequest, reply: FastifyReply) {
    const asked = roundFile(request)
    const { round, institute } = asked ?? {}
    const language = languageOf(request, cookies)
    if (round && !institute) {
      const list = await services.results.listPdf(round, language)
      if (list.ok) return sendPublicPdf(reply, `allotment-round-${round}.pdf`, list.value)
    }
    const pdf = round && institute ? await services.institutePdf(round, institute, language) : null
    if (!pdf?.ok) return pages.sendError(request, reply, 404, null)
    if (!pdf.value) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
    return sendPublicPdf(reply, `allotment-round-${round}-${institute}.pdf`, Buffer.from(pdf.value))
  }

  const isApi = (url: string) => url.startsWith(`${base}api/`) && !url.startsWith(`${base}api/docs`)
  const language = (request: FastifyRequest) => apiLanguage(request, cookies)
  return {
    slug: course.slug,

    /** People go home, programs are told. Source: decisions §1 "Unknown paths". */
    notFound(request, reply) {
      const allowed = knownMethods(request.url)
      if (allowed.length) reply.header('allow', allowed.join(', '))
      const status = allowed.length ? 405 : 404
      if (isApi(request.url))
        return sendRefusal(
          reply,
          { code: status === 405 ? 'wrong-method' : 'unknown-address', status },
          language(request),
        )
      const reads = request.method === 'GET' || request.method === 'HEAD'
      const isAsset = request.url.startsWith('/assets/')
      if (reads && !isAsset && acceptsHtml(request)) return reply.redirect(`${base}home`, 302)
      return pages.sendError(request, reply, status, null)
    },

    sendPage: pages.sendPage,

    refused(request, reply, refusal) {
      if (isApi(request.url)) return sendRefusal(reply, refusal, language(request))
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      return pages.sendError(request, reply, refusal.status, null)
    },

    broken(request, reply, reference) {
      if (!isApi(request.url)) return pages.sendError(request, reply, 500, reference)
      const message = translate(language(request), 'http:refusal.broken', { reference })
      return reply.code(500).send({ message, code: 'broken', reference })
    },
  }
}

/** A browser that looks for a page; programs and assets say what else they want. */
const acceptsHtml = (request: FastifyRequest) =>
  wantsView(request) || /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')

/** The course as pages show it, worked out once for each language and state of the login links. */
function courseViews(services: Services, others: readonly Services[]): (language: Language) => CourseView {
  const { course } = services
  const view = (language: Language): CourseView => ({
    cellName: course.cellName[language],
    cellAddress: course.cellAddress[language],
    title: course.courseTitle[language],
    shortTitle: course.courseShortTitle[language],
    academicYear: course.academicYear,
    footerDate: course.footerDate,
    firstLines: course.firstLines,
    loginLinks: Object.fromEntries(
      loginLinks.map((link) => [link, course.loginLinks[link] ?? `/${course.slug}/cell/login/${link}`]),
    ) as Record<LoginLink, string>,
    otherPortals: others.map((other) => ({
      title: other.course.courseShortTitle[language],
      href: `/${other.course.slug}/candidate/home`,
    })),
  })
  let made: { of: object; views: Record<Language, CourseView> } | null = null
  return (language) => {
    if (made?.of !== course.loginLinks) made = { of: course.loginLinks, views: { en: view('en'), mr: view('mr') } }
    return made.views[language]
  }
}
