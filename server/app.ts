import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import path from 'node:path'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { DamagedFile } from '#server/adapters/file-storage/file-storage.ts'
import type { Demo } from '#server/demo/demo.ts'
import { registerDemo } from '#server/demo/routes.ts'
import { otpPurposes } from '#server/domain/accounts/otp.ts'
import { candidateBase, deskBase, href } from '#server/domain/terms/href.ts'
import { paymentStatuses } from '#server/domain/terms/payment-states.ts'
import { formStates } from '#server/domain/terms/states.ts'
import type { Services } from '#server/features/index.ts'
import { isPlainlyAddressed, meantPath, pathOf } from '#server/http/address.ts'
import type { AssetSource } from '#server/http/assets.ts'
import { registerCompression } from '#server/http/compression.ts'
import { robotsText } from '#server/http/discovery.ts'
import { logAnswers, loggerOptions, saysAnswers, standardOutput } from '#server/http/log.ts'
import { registerMetrics, type Series } from '#server/http/metrics.ts'
import type { Gate } from '#server/http/overload.ts'
import { countRefusal, refusalCounts } from '#server/http/refusals.ts'
import { Refused } from '#server/http/refused.ts'
import { lastResort, pageModules } from '#server/http/render.tsx'
import { registerSecurityHeaders } from '#server/http/security.ts'
import { serializerOf } from '#server/http/serializers.ts'
import { longest, refuseSlowBodies } from '#server/http/slow-bodies.ts'
import { discardUnreadBodies } from '#server/http/unread-bodies.ts'
import { outageOf, refusalOfOutage, refusedFor, wordsForOutage } from '#server/kernel/outage.ts'
import { type Refusal, tooOften } from '#server/kernel/result.ts'
import type { Siblings } from '#server/kernel/siblings.ts'
import { seconds } from '#server/kernel/time.ts'
import { type PortalAnswers, registerPortal } from '#server/portal/index.ts'
import type { Config } from './config'

type AppDeps = {
  config: Config
  portals: readonly Services[]
  assets: AssetSource
  /** The folder of the client build; null in development, where Vite serves the modules. */
  clientFolder: string | null
  /** The demo, or null in live mode: its addresses do not exist there. */
  demo: Demo | null
  jobLag(): number
  /** How often each job ran in this process, by its name, and how often it failed. */
  jobRuns(): ReadonlyMap<string, { done: number; failed: number }>
  /** The other processes that serve the same folder. */
  siblings: Siblings
  gate: Gate
  /** The target of log lines; standard output by default. */
  logStream?: { write(line: string): void }
}

/** Answers HEAD wherever GET is answered, by the same route: hundreds of routes for HEAD would slow the start. */
function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.exposeHeadRoute !== false) route.method = ['GET', 'HEAD']
  })
}

/** A JSON body of no bytes, or of white space, is no body: some clients name the type of every request. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.toString().trim() ? parse(request, body.toString(), done) : done(null, undefined),
  )
}

/**
 * The whole server, apart from the process that listens; it reads like a table of contents.
 * Long: the order of its parts matters, and is seen here alone.
 */
export async function buildApp({
  config,
  portals,
  assets,
  clientFolder,
  demo,
  jobLag,
  jobRuns,
  siblings,
  gate,
  logStream,
}: AppDeps) {
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), stream: logStream ?? standardOutput() },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIds(),
    // One logger for all: lines name their request themselves, and a child logger per request costs more than a cached
    // page.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    // Slow headers, slow bodies, idle connections. A photograph of 10 MB takes minutes on a poor network.
    connectionTimeout: 75_000,
    requestTimeout: longest,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    // The portal answers every address itself: long names and `%zz` get the same answer as unknown ones.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : url.replaceAll('%', '%25')),
    return503OnClosing: true,
    exposeHeadRoutes: false,
  }).withTypeProvider<TypeBoxTypeProvider>()
  answerHead(app)
  app.setSerializerCompiler(serializerOf)
  if (saysAnswers(config.logLevel)) app.addHook('onResponse', logAnswers(app.log))

  const answers: PortalAnswers[] = []
  /** The portal of an address; the first portal answers for all other addresses. */
  const portalOf = (request: FastifyRequest) =>
    answers.find(({ slug }) => meantPath(pathOf(request)).startsWith(`/${slug}/`)) ?? answers[0]!
  // Before any scope is registered, because a scope inherits the handler of that moment.
  app.setNotFoundHandler((request, reply) => portalOf(request).notFound(request, reply))
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    const outage = outageOf(error)
    try {
      if (refusal) {
        countRefusal(refusal)
        return await portalOf(request).refused(request, reply, refusal)
      }
      if (outage) {
        request.log.error({ err: error, outage }, `${refusedFor(outage)}: ${wordsForOutage(outage)}`)
        if (outage === 'damaged') portalOf(request).damaged(error.code ?? outage)
        return await portalOf(request).refused(request, reply, refusalOfOutage(outage))
      }
      request.log.error({ err: error, reference: request.id }, 'a request failed')
      return await portalOf(request).broken(request, reply, request.id)
    } catch (second) {
      request.log.error({ err: second, reference: request.id }, 'the error page failed')
      return reply.code(500).type('text/html; charset=utf-8').send(lastResort(request.id))
    }
  })

  discardUnreadBodies(app)
  refuseSlowBodies(app, seconds(config.bodySeconds))
  registerSecurityHeaders(app, { strictTransport: config.mode === 'live', development: clientFolder === null })
  await app.register(cookie)
  app.addHook('onRequest', (request, _reply, done) => {
    done(isPlainlyAddressed(request) ? undefined : new Refused({ code: 'malformed', status: 400 }))
  })
  acceptEmptyJson(app)
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  registerCompression(app)
  const inUse = portals.filter(({ archive }) => archive === null)
  registerMetrics(
    app,
    {
      ...businessGauges(inUse),
      outbox_lag_seconds: { help: 'How late the oldest due message is', read: () => lagOf(portals) / 1000 },
      job_lag_seconds: { help: 'How late the scheduler is', read: () => jobLag() / 1000 },
      disk_free_bytes: {
        help: 'What is free on the disk of the data',
        read: () => Math.min(...portals.map((portal) => freeBytes(portal.folder))),
      },
      backup_age_seconds: {
        help: 'The age of the oldest of the newest backups; since 1970 if a portal has none',
        read: () => Math.max(0, ...inUse.map((portal) => portal.housekeeping.backupAge())) / 1000,
      },
      check_faults: {
        help: 'What the last checks of the data found',
        read: () => inUse.reduce((sum, portal) => sum + portal.housekeeping.faultsFound(), 0),
      },
    },
    eventCounters(jobRuns),
    siblings,
  )
  registerHealth()
  if (clientFolder) {
    await app.register(fastifyStatic, {
      root: path.join(clientFolder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
    })
  }
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) => {
    const rules = robotsText(
      portals.map(({ course, publicUrl }) => ({
        base: candidateBase(course.slug),
        cellBase: deskBase(course.slug),
        origin: publicUrl(),
      })),
      demo !== null,
    )
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(rules)
  })
  // With what was asked, so that a link in a language stays in it.
  app.get('/', { schema: { hide: true } }, ({ url }, reply) =>
    reply.redirect(href(candidateBase(portals[0]!.course.slug), 'home') + (/\?.*/.exec(url)?.[0] ?? ''), 302),
  )
  for (const services of portals) {
    await app.register(async (scope) => {
      const others = portals.filter((other) => other !== services)
      answers.push(
        await registerPortal(scope, { services, config, assets, others, gate, demoPhase: demo?.phase ?? null }),
      )
    })
  }
  if (demo) await app.register(registerDemo, { demo, portals: answers })
  if (clientFolder) await Promise.all([...pageModules.values()].map((module) => module.get()))
  return app

  function lagOf(some: readonly Services[]): number {
    return Math.max(0, ...some.map((portal) => portal.messages.lag()))
  }

  /**
   * `/healthz`: the process is alive. `/readyz`: it can do its work, for every course or for the one of
   * `?course=mbale`.
   */
  function registerHealth(): void {
    app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
    app.get('/readyz', { schema: { hide: true } }, async (request, reply: FastifyReply) => {
      const { course } = request.query as Record<string, unknown>
      const asked = portals.filter((portal) => course === undefined || portal.course.slug === course)
      const checks = Object.fromEntries(
        Object.entries({
          database: () => asked.every((portal) => portal.isWritable()),
          migrations: () => asked.length > 0 && asked.every((portal) => portal.isMigrated()),
          disk: () => asked.every((portal) => freeBytes(portal.folder) > 200 * 1024 * 1024),
          outbox: () => lagOf(asked) < 120_000,
          jobs: () => jobLag() < 120_000,
        }).map(([name, check]) => [name, passes(check)]),
      )
      const isReady = Object.values(checks).every(Boolean)
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ok' : 'not ready', checks })
    })
  }
}

/** `k3f9a-1c`: unique across runs, and cheap. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let last = 0
  return () => `${run}-${(++last).toString(36)}`
}

/** Are the percent signs of an address valid encodings? */
function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?')[0]!)
    return true
  } catch {
    return false
  }
}

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function passes(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** What the portals have done, as gauges by course: counts of kinds, nothing about a person. */
function businessGauges(portals: readonly Services[]): Record<string, Series> {
  /** A count for each of these kinds, also of those that there are none of. */
  const by = (
    help: string,
    label: string,
    kinds: readonly string[],
    read: (portal: Services) => readonly { kind: string; count: number }[],
  ) => ({
    help,
    labels: ['course', label],
    readAll: () =>
      portals.flatMap((portal) => {
        const counts = read(portal)
        return kinds.map((kind) => ({
          labels: { course: portal.course.slug, [label]: kind },
          value: counts.find((one) => one.kind === kind)?.count ?? 0,
        }))
      }),
  })
  return {
    registrations: {
      help: 'Candidates who have registered',
      labels: ['course'],
      readAll: () =>
        portals.map(({ course, figures }) => ({
          labels: { course: course.slug },
          value: figures.current().registrations,
        })),
    },
    forms: by(
      'Forms by state; those that wait for an officer are submitted or resubmitted',
      'state',
      formStates,
      (portal) => portal.figures.current().forms,
    ),
    payments: by(
      'Attempts to pay, by status',
      'status',
      paymentStatuses,
      (portal) => portal.figures.current().payments,
    ),
    refunds: by(
      'Refunds, by status',
      'status',
      ['requested', 'done', 'failed'],
      (portal) => portal.figures.current().refunds,
    ),
    otps_last_hour: by(
      'OTPs sent within the last hour, by purpose',
      'purpose',
      otpPurposes,
      (portal) => portal.figures.current().otps,
    ),
  }
}

/** What this process has counted since it began. */
function eventCounters(jobRuns: AppDeps['jobRuns']) {
  return {
    refusals_total: {
      help: 'Refusals answered, by kind',
      labels: ['code'],
      readAll: () => [...refusalCounts()].map(([code, value]) => ({ labels: { code }, value })),
    },
    job_runs_total: {
      help: 'Runs of the jobs, by their name and outcome',
      labels: ['job', 'outcome'],
      readAll: () =>
        [...jobRuns()].flatMap(([job, counts]) =>
          (['done', 'failed'] as const).map((outcome) => ({ labels: { job, outcome }, value: counts[outcome] })),
        ),
    },
  }
}

/** A client's error as a refusal; null for our own errors. */
function refusalOf(error: FastifyError & { cause?: unknown }): Refusal | null {
  if (error instanceof Refused) return error.refusal
  // The storage has already raised the alarm.
  if (error instanceof DamagedFile) return { code: 'file-damaged', status: 503 }
  const status = error.statusCode ?? 500
  if (status === 413) return { code: 'too-large', status: 413 }
  if (status === 415) return { code: 'wrong-media-type', status: 415 }
  if (status === 429) return tooOften(60).refusal
  return status >= 400 && status < 500 ? { code: 'malformed', status: 400 } : null
}
