import { rmSync } from 'node:fs'
import path from 'node:path'
import { readDatabase } from '../db/client'
import { systemClock } from './adapters/clock'
import { type Config, readConfig } from './config'
import { personas } from './demo/personas'
import { builtPhases, defaultPhase, firstPhase, isDemoPhase } from './demo/phases'
import { loginNamePattern } from './domain/staff'
import { auditStore } from './features/audit/store'
import { verifyLog } from './features/audit/verify'
import { backupsIn, restoreBackup } from './features/housekeeping/backup'
import { builtAssets } from './http/assets'
import { demoClockAt, Misconfigured, openPortals, seedWhereEmpty, startServer } from './start'

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

/** `seed [--candidates N] [--phase NAME]`: a demo in an empty data folder. `demo --phase NAME`: the demo anew. */
async function seed(again: boolean): Promise<void> {
  const config = configuration()
  if (config.mode !== 'demo') throw new Misconfigured('MODE is wrong: only a demo is seeded')
  const size = option('--candidates')
  if (size !== undefined && !/^\d{1,7}$/.test(size))
    throw new Misconfigured('--candidates is wrong: it must be a number')
  // A crowd is for measuring: nobody waits until all of it has been played.
  const phase = option('--phase') ?? (size === undefined ? defaultPhase : firstPhase)
  if (!isDemoPhase(phase) || builtPhases[phase] === undefined)
    throw new Misconfigured(`--phase is wrong: there are ${Object.keys(builtPhases).join(', ')}`)
  const clock = demoClockAt(firstPhase)
  const open = () => openPortals(config, root, clock, () => '')
  if (again) {
    for (const portal of open()) {
      await portal.close()
      rmSync(portal.folder, { recursive: true, force: true })
    }
  }
  const portals = open()
  await seedWhereEmpty(portals, clock, phase, size === undefined ? undefined : Number(size))
  for (const portal of portals) {
    for (const lists of [portal.meritPages, portal.results]) {
      await lists.printDue()
      await lists.printed()
    }
    await portal.close()
  }
}

async function migrate(): Promise<void> {
  for (const portal of openPortals(configuration(), root, systemClock, () => '')) await portal.close()
  say('Every database is up to date')
}

/** `staff --create-admin NAME [--course SLUG]`: an account that can make the others, in every portal or in one. */
async function staff(): Promise<void> {
  const name = option('--create-admin')?.toLowerCase()
  if (name === undefined || !new RegExp(loginNamePattern).test(name)) {
    throw new Misconfigured('--create-admin is wrong: it must be a login name of small letters, digits, dots, hyphens')
  }
  const config = configuration()
  const slug = option('--course')
  if (slug !== undefined && !config.courses.includes(slug)) throw new Misconfigured(`--course is wrong: no "${slug}"`)
  for (const portal of openPortals(config, root, systemClock, () => '')) {
    if (slug === undefined || portal.course.slug === slug) {
      const made = await portal.staff.createAdmin(name)
      if (made.ok) say(`${portal.course.slug}: ${name} logs in with the one-time password ${made.value.password}`)
      else say(`${portal.course.slug}: there is a ${name} already; another admin can reset the password`)
    }
    await portal.close()
  }
}

/** `verify-audit [--course SLUG --head LINE:HASH]`: reads audit logs, changes nothing, and names the first broken line. */
async function verifyAudit(): Promise<void> {
  const config = configuration()
  const noted = option('--head')
  const [, line, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []
  if (noted !== undefined && hash === undefined) throw new Misconfigured('--head is wrong: it must be LINE:HASH')
  const slugs = slugsAsked(config)
  if (noted !== undefined && slugs.length > 1) throw new Misconfigured('--head is of one course: say --course as well')
  for (const slug of slugs) {
    const database = readDatabase(path.join(config.dataDir, slug, 'portal.db'))
    const verdict = verifyLog(auditStore(database), hash === undefined ? [] : [{ line: Number(line), hash }])
    database.close()
    if (verdict.isWhole) {
      say(`${slug}: whole. Note its end outside of the portal: ${verdict.head.line}:${verdict.head.hash}`)
    } else {
      say(`${slug}: BROKEN at line ${verdict.line} (${verdict.how})`)
      process.exitCode = 1
    }
  }
}

/** The portals that a command is about: those of the configuration, or the one of `--course`. */
function slugsAsked(config: Config): string[] {
  const asked = option('--course')
  const slugs = config.courses.filter((slug) => slug === (asked ?? slug))
  if (slugs.length === 0) throw new Misconfigured(`--course is wrong: no "${asked}"`)
  return slugs
}

/** `backup [--course SLUG]`: a backup of every portal, or of one, while the server works or not. */
async function backup(): Promise<void> {
  const config = configuration()
  const courses = slugsAsked(config)
  for (const portal of openPortals({ ...config, courses }, root, systemClock, () => '')) {
    const { name, files } = await portal.housekeeping.backUp()
    say(`${portal.course.slug}: ${path.join(config.backups.dir, portal.course.slug, name)} and ${files} files`)
    await portal.close()
  }
}

/** `restore [--course SLUG] [--name BACKUP]`: the newest backup, or one by its name, where there is no portal yet. */
async function restore(): Promise<void> {
  const config = configuration()
  const asked = option('--name')
  for (const slug of slugsAsked(config)) {
    const from = path.join(config.backups.dir, slug)
    const kept = backupsIn(from).map(({ name }) => name)
    const name = asked ?? kept[0]
    if (name === undefined || !kept.includes(name)) {
      throw new Misconfigured(`${slug}: no ${asked ?? 'backup'} in ${from}; there are ${kept.join(', ') || 'none'}`)
    }
    const folder = path.join(config.dataDir, slug)
    const { files } = await restoreBackup({ from, name, folder }).catch((error: Error) => {
      throw new Misconfigured(`${slug}: ${error.message}`)
    })
    say(`${slug}: ${folder} is as it was at ${name}, with ${files} files`)
  }
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
  staff,
  'verify-audit': verifyAudit,
  backup,
  restore,
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
