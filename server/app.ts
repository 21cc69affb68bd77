import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import path from 'node:path'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config'
import type { Demo } from './demo/demo'
import { registerDemo } from './demo/routes'
import type { AssetSource } from './http/assets'
import { registerCompression } from './http/compression'
import { logAnswers, loggerOptions, saysAnswers } from './http/log'
import { registerMetrics } from './http/metrics'
import { Refused } from './http/refused'
import { lastResort, pageModules } from './http/render'
import { registerSecurityHeaders } from './http/security'
import { serializerOf } from './http/serializers'
import type { Refusal } from './kernel/result'
import { type PortalAnswers, registerPortal } from './portal'
import type { Services } from './services'

export type AppDeps = {
  config: Config
  portals: readonly Services[]
  assets: AssetSource
  /** The folder of the client build; null in development, where Vite serves the modules. */
  clientFolder: string | null
  /** The demo, or null in live mode: its addresses do not exist there. */
  demo: Demo | null
  jobLag(): number
  /** Where log lines go; standard output unless told. */
  logStream?: { write(line: string): void }
}

/** The whole server, apart from the process that listens. Reads as the table of contents. */
export async function buildApp({ config, portals, assets, clientFolder, demo, jobLag, logStream }: AppDeps) {
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), stream: logStream },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIds(),
    // One logger for all: lines name their request themselves, and a child for each costs more than a cached page.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    // Slow headers, slow bodies, idle connections. A photograph of 10 MB takes minutes on a poor network.
    connectionTimeout: 75_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000 },
    // No address is beyond the portal's own answers: long names and `%zz` lead where unknown ones do.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : url.replaceAll('%', '%25')),
    return503OnClosing: true,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setSerializerCompiler(serializerOf)
  if (saysAnswers(config.logLevel)) app.addHook('onResponse', logAnswers(app.log))

  const answers: PortalAnswers[] = []
  /** The portal that an address belongs to; the first one speaks for addresses of none. */
  const portalOf = (request: FastifyRequest) =>
    answers.find(({ slug }) => request.url.startsWith(`/${slug}/`)) ?? answers[0]!
  // Before any scope is registered: a scope inherits the handler that stands when it is made.
  app.setNotFoundHandler((request, reply) => portalOf(request).notFound(request, reply))
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    try {
      if (refusal) return await portalOf(request).refused(request, reply, refusal)
      request.log.error({ err: error, reference: request.id }, 'a request failed')
      return await portalOf(request).broken(request, reply, request.id)
    } catch (second) {
      request.log.error({ err: second, reference: request.id }, 'the error page failed')
      return reply.code(500).type('text/html; charset=utf-8').send(lastResort(request.id))
    }
  })

  registerSecurityHeaders(app, { strictTransport: config.mode === 'live', development: clientFolder === null })
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  registerCompression(app)
  registerMetrics(app, {
    outbox_lag_seconds: { help: 'How late the oldest due message is', read: () => outboxLag() / 1000 },
    job_lag_seconds: { help: 'How late the scheduler is', read: () => jobLag() / 1000 },
  })
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
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(`/${portals[0]!.course.slug}/candidate/home`, 302),
  )
  for (const services of portals) {
    await app.register(async (scope) => {
      const others = portals.filter((other) => other !== services)
      answers.push(await registerPortal(scope, { services, config, assets, others, demoPhase: demo?.phase ?? null }))
    })
  }
  if (demo) await app.register(registerDemo, { demo, portals: answers })
  if (clientFolder) await Promise.all([...pageModules.values()].map((module) => module.get()))
  return app

  function outboxLag(): number {
    return Math.max(0, ...portals.map((portal) => portal.messages.lag()))
  }

  /** `/healthz`: the process lives. `/readyz`: it can do its work. */
  function registerHealth(): void {
    app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
    app.get('/readyz', { schema: { hide: true } }, async (_request, reply: FastifyReply) => {
      const checks = Object.fromEntries(
        Object.entries({
          database: () => portals.every((portal) => portal.isWritable()),
          migrations: () => portals.every((portal) => portal.isMigrated()),
          disk: () => portals.every((portal) => freeBytes(portal.folder) > 200 * 1024 * 1024),
          outbox: () => outboxLag() < 120_000,
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

/** `k3f9a-1c`: unlike any other run's, and cheap. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let last = 0
  return () => `${run}-${(++last).toString(36)}`
}

/** Whether the percent signs of an address encode anything. */
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

/** What a client did wrong, as a refusal; null for a fault of ours. */
function refusalOf(error: FastifyError & { cause?: unknown }): Refusal | null {
  if (error instanceof Refused) return error.refusal
  const status = error.statusCode ?? 500
  if (status === 413) return { code: 'too-large', status: 413 }
  if (status === 415) return { code: 'wrong-media-type', status: 415 }
  if (status === 429) return { code: 'too-often', status: 429, params: { seconds: 60 }, retryAfter: 60 }
  return status >= 400 && status < 500 ? { code: 'malformed', status: 400 } : null
}
