import path from 'node:path'
import { systemClock } from '#server/adapters/clock.ts'
import type { Config } from '#server/config.ts'
import { personas } from '#server/demo/personas.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import { builtAssets } from '#server/http/assets.ts'
import { createLog } from '#server/http/log.ts'
import { listen } from '#server/kernel/background.ts'
import { runtimeFault } from '#server/kernel/runtime.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { startServer } from '#server/process/start.ts'
import { isWorker, reportReady, runWorkers, siblingsOfWorker } from '#server/process/workers.ts'
import { command, configuration, root, say } from './command'

/** Serves the portals until it is ended. */
export const serve = command({}, async () => {
  const config = configuration()
  const log = createLog(config.logLevel)
  if (!isWorker()) {
    const { mode, workers, courses } = config
    log.info({ mode, processes: workers, courses, node: process.versions.node }, 'the portal starts')
  }
  if (config.workers > 1 && !isWorker()) return serveWithWorkers(config, log)
  // The last resort for uncaught errors: log them and keep every portal running.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    listen(process, event, event, log, (error) => {
      throw error
    })
  }
  const clientFolder = path.join(root, 'dist/client')
  const assets = builtAssets(path.join(clientFolder, '.vite/manifest.json'), import.meta.filename)
  const siblings = isWorker() ? siblingsOfWorker(log) : undefined
  const server = await startServer({ config, root, assets, clientFolder, siblings })
  const address = await server.app
    .listen({ host: config.host, port: config.port })
    .catch((error: NodeJS.ErrnoException) => {
      throw new Misconfigured(listenFault(config, error.code))
    })
  server.listensAt(address)
  let isClosing = false
  const end = (how: () => Promise<void>) => async () => {
    if (isClosing) return
    isClosing = true
    const stopping = isWorker() ? null : saysStop(log)
    await how()
    stopping?.()
    process.exit(0)
  }
  const close = end(() => server.close())
  if (siblings) {
    // A restart is the parent's business.
    listen(process, 'SIGHUP', 'SIGHUP', log, () => {})
    reportReady(
      { address, name: siblings.name },
      log,
      end(() => server.leave()),
    )
  } else announce(config, log, address)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) listen(process, signal, signal, log, close)
})

/** Why a server cannot listen, by the system's code, in words. */
function listenFault({ host, port }: Config, code = 'unknown'): string {
  if (code === 'EADDRINUSE') return `PORT is wrong: ${port} is in use`
  if (code === 'EACCES') return `PORT is wrong: this user may not listen at ${port}; take one from 1024 on`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return `HOST is wrong: this machine has no address ${host}`
  return `HOST or PORT is wrong: the system says ${code}`
}

/** `WORKERS` above 1: this process only starts the others. SIGHUP replaces them one by one, SIGTERM ends them. */
async function serveWithWorkers(config: Config, log: ReturnType<typeof createLog>): Promise<void> {
  const workers = runWorkers({ count: config.workers, log, onReady: (address) => announce(config, log, address) })
  let stopped = () => {}
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    listen(process, signal, signal, log, () => {
      stopped = saysStop(log)
      workers.stop()
    })
  }
  listen(process, 'SIGHUP', 'SIGHUP', log, workers.restart)
  const code = await workers.end
  stopped()
  process.exit(code)
}

type Log = ReturnType<typeof createLog>

/** Says that the server stops; call what it returns once it has. */
function saysStop(log: Log): () => void {
  const since = performance.now()
  log.info({}, 'the portal stops: it finishes what runs, and takes nothing new')
  return () => log.info({ ms: Math.round(performance.now() - since) }, 'the portal has stopped')
}

/** Says that the server is ready: as a line of the log, and in a demo in words with its addresses. */
function announce(config: Config, log: Log, address: string): void {
  const { mode, workers } = config
  const ms = Math.round(process.uptime() * 1000)
  log.info({ mode, processes: workers, address, ms }, 'the portal is ready')
  const wrong = runtimeFault(process.versions.node, systemClock.real())
  if (wrong !== null) log.warn({}, `${wrong}: install a release of the portal that brings a newer Node`)
  if (mode === 'live') return
  const processes = workers > 1 ? `, ${workers} processes` : ''
  say(`Pravesh is ready (${mode}${processes}) in ${ms} ms`)
  for (const slug of config.courses) say(`  ${address}${href(candidateBase(slug), 'home')}`)
  const keys = personas.filter((persona) => persona.course === config.courses[0]).map((persona) => persona.key)
  say(`  Personas (${keys.join(', ')}), outbox with every OTP, clock: ${address}/demo`)
}
