import { rmSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from './adapters/clock'
import { type Config, readConfig } from './config'
import { personas } from './demo/personas'
import { builtPhases, defaultPhase, isDemoPhase } from './demo/phases'
import { builtAssets } from './http/assets'
import { Misconfigured, openPortals, seedWhereEmpty, startServer } from './start'

declare const __BUILD_VERSION__: string

const root = path.resolve(import.meta.dirname, '../..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

function configuration(): Config {
  const read = readConfig(process.env)
  if ('faults' in read) throw new Misconfigured(read.faults.join('\n'))
  return read.config
}

async function serve(): Promise<void> {
  const config = configuration()
  const clientFolder = path.join(root, 'dist/client')
  const assets = builtAssets(path.join(clientFolder, '.vite/manifest.json'), __BUILD_VERSION__)
  const server = await startServer({ config, root, assets, clientFolder })
  const address = await server.app
    .listen({ host: config.host, port: config.port })
    .catch((error: NodeJS.ErrnoException) => {
      throw new Misconfigured(
        error.code === 'EADDRINUSE'
          ? `PORT is wrong: ${config.port} is in use`
          : `HOST or PORT is wrong: ${error.code}`,
      )
    })
  server.listensAt(address)
  announce(config, address)
  let isClosing = false
  const close = async () => {
    if (isClosing) return
    isClosing = true
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
}

function announce(config: Config, address: string): void {
  say(`Pravesh is ready (${config.mode}) in ${Math.round(process.uptime() * 1000)} ms`)
  for (const slug of config.courses) say(`  ${address}/${slug}/candidate/home`)
  if (config.mode === 'live') return
  const keys = personas.filter((persona) => persona.course === config.courses[0]).map((persona) => persona.key)
  say(`  Personas (${keys.join(', ')}), outbox with every OTP, clock: ${address}/demo`)
}

/** `seed [--candidates N]`: a demo in an empty data folder. `demo --phase NAME`: the demo anew, at that phase. */
async function seed(again: boolean): Promise<void> {
  const config = configuration()
  if (config.mode !== 'demo') throw new Misconfigured('MODE is wrong: only a demo is seeded')
  const phase = option('--phase') ?? defaultPhase
  const now = isDemoPhase(phase) ? builtPhases[phase] : undefined
  if (now === undefined) throw new Misconfigured(`--phase is wrong: there are ${Object.keys(builtPhases).join(', ')}`)
  const size = option('--candidates')
  if (size !== undefined && !/^\d{1,7}$/.test(size))
    throw new Misconfigured('--candidates is wrong: it must be a number')
  const open = () => openPortals(config, root, systemClock, () => '')
  if (again) {
    for (const portal of open()) {
      await portal.close()
      rmSync(portal.folder, { recursive: true, force: true })
    }
  }
  const portals = open()
  await seedWhereEmpty(portals, now, size === undefined ? undefined : Number(size))
  for (const portal of portals) await portal.close()
}

async function migrate(): Promise<void> {
  for (const portal of openPortals(configuration(), root, systemClock, () => '')) await portal.close()
  say('Every database is up to date')
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const commands: Record<string, () => Promise<void>> = {
  serve,
  migrate,
  seed: () => seed(false),
  demo: () => seed(true),
}
const command = process.argv[2] ?? 'serve'

async function main(): Promise<void> {
  const run = commands[command]
  if (!run) throw new Misconfigured(`There is no command "${command}": ${Object.keys(commands).join(', ')}`)
  await run()
}

main().catch((error: unknown) => {
  const words = error instanceof Misconfigured ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
})
