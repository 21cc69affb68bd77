import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { readDatabase } from '#db/client.ts'
import { type Options, readOptions } from '#scripts/options.mjs'
import { systemClock } from '#server/adapters/clock.ts'
import { holdFolder, readMarker } from '#server/adapters/portal-folder.ts'
import { archivePortal, restorePortalArchive } from '#server/commands/archive.ts'
import { examine } from '#server/commands/doctor.ts'
import { beginNewSeason } from '#server/commands/new-season.ts'
import { restoreFromDatabase, restorePortal } from '#server/commands/restore.ts'
import { copyForStandby, proposedHours } from '#server/commands/standby.ts'
import { courses } from '#server/courses/courses.ts'
import { personas } from '#server/demo/personas.ts'
import { defaultPhase, demoPhases, firstPhase, isDemoPhase } from '#server/demo/phases.ts'
import { demoStore } from '#server/demo/store.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import { loginNamePattern } from '#server/domain/terms/staff.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { verifyLog } from '#server/features/operations/audit/verify.ts'
import { backupsIn, brokenBackupsIn } from '#server/features/operations/housekeeping/backup.ts'
import { builtAssets } from '#server/http/assets.ts'
import { createLog } from '#server/http/log.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { listen } from '#server/kernel/background.ts'
import { runtimeFault } from '#server/kernel/runtime.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { secretSettings, withSecretFiles } from '#server/process/secret-files.ts'
import {
  clearDemo,
  demoClockAt,
  Misconfigured,
  openPortals,
  playOn,
  refuseUnnamed,
  seedWhereEmpty,
  startServer,
} from '#server/process/start.ts'
import { isWorker, reportReady, runWorkers, siblingsOfWorker } from '#server/process/workers.ts'
import { type Config, readConfig } from './config'

const root = path.resolve(import.meta.dirname, '../..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

function configuration(given: NodeJS.ProcessEnv = process.env): Config {
  const whole = withSecretFiles(given)
  const read = 'faults' in whole ? whole : readConfig(whole.environment)
  if ('faults' in read) throw new Misconfigured(read.faults.join('\n'))
  return read.config
}

/** The configuration of a command that only reads: without `MODE`, a portal opens as what its folder says. */
function readersConfiguration(): Config {
  if (process.env.MODE?.trim()) return configuration()
  const config = configuration({ ...process.env, MODE: 'demo' })
  if (option('archive') !== undefined) return config
  const modes = slugsAsked(config).map((slug) => readMarker(path.join(config.dataDir, slug))?.mode)
  const mode = modes.find((one) => one !== undefined)
  return configuration({ ...process.env, MODE: mode })
}

async function serve(): Promise<void> {
  const config = configuration()
  const log = createLog(config.logLevel)
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
      throw new Misconfigured(
        error.code === 'EADDRINUSE'
          ? `PORT is wrong: ${config.port} is in use`
          : `HOST or PORT is wrong: ${error.code}`,
      )
    })
  server.listensAt(address)
  let isClosing = false
  const end = (how: () => Promise<void>) => async () => {
    if (isClosing) return
    isClosing = true
    await how()
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
  } else announce(config, address)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) listen(process, signal, signal, log, close)
}

/** `WORKERS` above 1: this process only starts the others. SIGHUP replaces them one by one, SIGTERM ends them. */
async function serveWithWorkers(config: Config, log: ReturnType<typeof createLog>): Promise<void> {
  const workers = runWorkers({ count: config.workers, log, onReady: (address) => announce(config, address) })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) listen(process, signal, signal, log, workers.stop)
  listen(process, 'SIGHUP', 'SIGHUP', log, workers.restart)
  process.exit(await workers.end)
}

function announce(config: Config, address: string): void {
  const processes = config.workers > 1 ? `, ${config.workers} processes` : ''
  say(`Pravesh is ready (${config.mode}${processes}) in ${Math.round(process.uptime() * 1000)} ms`)
  const wrong = runtimeFault(process.versions.node, systemClock.real())
  if (wrong !== null) say(`${wrong}: install a release of the portal that brings a newer Node`)
  for (const slug of config.courses) say(`  ${address}${href(candidateBase(slug), 'home')}`)
  if (config.mode === 'live') return
  const keys = personas.filter((persona) => persona.course === config.courses[0]).map((persona) => persona.key)
  say(`  Personas (${keys.join(', ')}), outbox with every OTP, clock: ${address}/demo`)
}

/**
 * `seed [--candidates N] [--phase NAME]`: a demo in an empty data folder; a demo that has not reached the phase is played
 * on until then. `demo --phase NAME`: resets the demo.
 */
async function seed(again: boolean): Promise<void> {
  const config = configuration()
  if (config.mode !== 'demo') throw new Misconfigured('MODE is wrong: only a demo is seeded')
  const size = option('candidates')
  if (size !== undefined && !/^\d{1,7}$/.test(size))
    throw new Misconfigured('--candidates is wrong: it must be a number')
  // A large cohort is for measuring, so it starts at the first phase instead of playing them all.
  const phase = option('phase') ?? (size === undefined ? defaultPhase : firstPhase)
  if (!isDemoPhase(phase)) throw new Misconfigured(`--phase is wrong: there are ${demoPhases.join(', ')}`)
  const clock = demoClockAt(firstPhase)
  refuseUnnamed(config)
  for (const slug of config.courses) clearDemo(path.join(config.dataDir, slug), { isKept: !again })
  const portals = openPortals(config, root, clock, () => config.publicUrl ?? `http://${config.host}:${config.port}`)
  const seeded = portals.filter(({ db }) => !demoStore(db).isEmpty())
  await seedWhereEmpty(portals, clock, phase, size === undefined ? undefined : Number(size))
  for (const portal of seeded) {
    clock.set(demoStore(portal.db).clock() as Instant)
    await playOn([portal], clock, phase)
  }
  for (const portal of portals) {
    for (const lists of [portal.meritPages, portal.results]) {
      await lists.printDue()
      await lists.printed()
    }
  }
  for (const portal of portals) await portal.close()
}

/**
 * `reseal [--course SLUG]`: seals anew, under SECRET, what SECRET_PREVIOUS has sealed: second factors of the staff, secrets of
 * waiting messages, forms kept across a login. Exit code 1 if something opens with neither.
 */
async function reseal(): Promise<void> {
  const config = configuration()
  if (config.previousSecret === undefined)
    throw new Misconfigured('SECRET_PREVIOUS is missing: the secret that SECRET has replaced')
  for (const portal of openPortals({ ...config, courses: slugsAsked(config) }, root, systemClock, () => '')) {
    const { db, staff, messages, keptForms, course } = portal
    const done = db.transact(() => ({
      'second factors': staff.secondFactor.renewSeals(),
      'waiting messages': messages.renewSeals(),
      'kept forms': keptForms.renewSeals(),
    }))
    await portal.close()
    const counts = Object.entries(done)
    say(`${course.slug}: sealed anew: ${counts.map(([what, { renewed }]) => `${renewed} ${what}`).join(', ')}`)
    for (const [what, { lost }] of counts) {
      if (lost === 0) continue
      say(`${course.slug}: ${lost} ${what} open with neither secret`)
      process.exitCode = 1
    }
  }
  say('SECRET_PREVIOUS now serves the codes on papers printed before: take it out when they no longer matter')
}

async function migrate(): Promise<void> {
  for (const portal of openPortals(configuration(), root, systemClock, () => '')) await portal.close()
  say('Every database is up to date')
}

/** `staff --create-admin NAME [--course SLUG]`: one of the first two admins, in every portal or in one. */
async function staff(): Promise<void> {
  const name = option('create-admin')?.toLowerCase()
  if (name === undefined || !new RegExp(loginNamePattern).test(name)) {
    throw new Misconfigured('--create-admin is wrong: it must be a login name of small letters, digits, dots, hyphens')
  }
  const config = configuration()
  const slug = option('course')
  if (slug !== undefined && !config.courses.includes(slug)) throw new Misconfigured(`--course is wrong: no "${slug}"`)
  for (const portal of openPortals(config, root, systemClock, () => '')) {
    if (slug === undefined || portal.course.slug === slug) {
      const made = await portal.staff.createAdmin(name)
      if (made.ok) say(`${portal.course.slug}: ${name} logs in with the one-time password ${made.value.password}`)
      else if (made.refusal.code === 'admins-exist')
        say(`${portal.course.slug}: there are two admins already; they can make another one at the desk`)
      else say(`${portal.course.slug}: there is a ${name} already; two other admins can reset the password`)
    }
    await portal.close()
  }
}

/**
 * `verify-audit [--course SLUG --head LINE:HASH]`: reads audit logs, changes nothing, and names the first broken line.
 */
async function verifyAudit(): Promise<void> {
  const config = configuration()
  const noted = option('head')
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

/** The portals for a command: those of the configuration, or the one of `--course`. */
function slugsAsked(config: Config): string[] {
  const asked = option('course')
  const slugs = config.courses.filter((slug) => slug === (asked ?? slug))
  if (slugs.length === 0) throw new Misconfigured(`--course is wrong: no "${asked}"`)
  return slugs
}

/**
 * `backup [--course SLUG]`: backs up every portal, or one, whether or not the server is running. Exit code 1 if a file was left out
 * because its bytes have changed; the backup of everything else is made.
 */
async function backup(): Promise<void> {
  const config = configuration()
  for (const portal of openPortals({ ...config, courses: slugsAsked(config) }, root, systemClock, () => '')) {
    const { name, files, damaged = [] } = await portal.housekeeping.backUp()
    const to = path.join(config.backups.dir, portal.course.slug, name)
    say(`${portal.course.slug}: ${to} and ${files - damaged.length} files`)
    sayFaults({ damaged, missing: [] })
    await portal.close()
  }
}

/** `archive [--course SLUG] [--to FOLDER]`: writes each portal, or one, into one verifiable file. */
async function archive(): Promise<void> {
  const config = configuration()
  const to = option('to') ?? path.join(config.backups.dir, 'archives')
  const { version: software } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  for (const portal of openPortals({ ...config, courses: slugsAsked(config) }, root, systemClock, () => '')) {
    const { file, note, fingerprint } = await archivePortal({ portal, mode: config.mode, to, software })
    await portal.close()
    say(`${portal.course.slug}: ${file} with ${note.files} files`)
    say(`  Note outside of it: sha256 ${fingerprint}`)
    if (note.audit.isWhole) say(`  Its audit log ends at ${note.audit.head.line}:${note.audit.head.hash}`)
    else say(`  BROKEN: its audit log, at line ${note.audit.line}`)
    sayFaults(note)
    if (!note.audit.isWhole) process.exitCode = 1
  }
}

function sayFaults({ damaged, missing }: { damaged: readonly string[]; missing: readonly string[] }): void {
  for (const file of damaged) say(`  LEFT OUT: ${file} has changed since it was kept`)
  for (const file of missing) say(`  MISSING: ${file}, which the portal names`)
  if (damaged.length || missing.length) process.exitCode = 1
}

/** `restore --archive FILE`: brings an archive back, read-only, if there is no portal yet. */
function restoreFromArchive(config: Config, file: string): void {
  const migrations = path.join(root, 'migrations')
  const restored = orMisconfigured('archive', () =>
    restorePortalArchive({ file, config, migrations, now: systemClock.real() }),
  )
  const { course, portal } = restored.note
  say(`${course.slug}: ${restored.folder} is the archive of ${portal.academicYear}, with ${restored.files} files`)
  say(`  Its sha256 is ${restored.fingerprint}: compare it with your note`)
  say('  It is read-only: the portal serves its pages, refuses every change and runs no job')
  sayFaults({ damaged: [], missing: restored.missing })
}

/** `restore --course SLUG --from-database FILE`: makes a database on its own the portal's, such as Litestream brings back. */
function restoreFromFile(config: Config, file: string): void {
  const [slug, ...others] = slugsAsked(config)
  if (slug === undefined || others.length) throw new Misconfigured('--course is missing: a database is of one course')
  const course = courses.find((profile) => profile.slug === slug)!
  const from = path.join(config.backups.dir, slug)
  const task = { config, course, migrations: path.join(root, 'migrations'), from, file, now: systemClock.real() }
  const { files, damaged, missing, until } = orMisconfigured(slug, () => restoreFromDatabase(task))
  say(`${slug}: ${path.join(config.dataDir, slug)} goes on with ${file}`)
  if (files) say(`  Its files were compared with those in ${from}; what was missing or had changed came from there`)
  sayNewEpoch()
  sayFaults({ damaged, missing })
  if (until !== null) sayLoss(until, systemClock.real())
}

const sayNewEpoch = () => say('  Every login has ended, and new Application IDs, receipts and grievances skip numbers')

/**
 * `restore [--course SLUG] [--name BACKUP]`: restores the newest backup, or a named one, if there is no portal yet.
 * `restore --archive FILE`: an archive. `restore --course SLUG --from-database FILE`: a database.
 */
async function restore(): Promise<void> {
  const config = configuration()
  const file = option('archive')
  if (file !== undefined) return restoreFromArchive(config, file)
  const database = option('from-database')
  if (database !== undefined) return restoreFromFile(config, database)
  const asked = option('name')
  for (const slug of slugsAsked(config)) {
    const from = path.join(config.backups.dir, slug)
    for (const broken of brokenBackupsIn(from))
      say(`${slug}: ${path.join(from, broken)} has no backup.json that can be read`)
    const kept = backupsIn(from).map(({ name }) => name)
    const name = asked ?? kept[0]
    if (name === undefined || !kept.includes(name)) {
      throw new Misconfigured(`${slug}: no ${asked ?? 'backup'} in ${from}; there are ${kept.join(', ') || 'none'}`)
    }
    const course = courses.find((profile) => profile.slug === slug)!
    const migrations = path.join(root, 'migrations')
    const { files, damaged, missing } = orMisconfigured(slug, () =>
      restorePortal({ config, course, migrations, from, name, now: systemClock.real() }),
    )
    say(`${slug}: ${path.join(config.dataDir, slug)} is as it was at ${name}, with ${files - damaged.length} files`)
    sayNewEpoch()
    sayFaults({ damaged, missing })
    sayLoss(backupsIn(from).find((backup) => backup.name === name)!.madeAt, systemClock.real())
  }
}

/** What to tell candidates after a restore, and the extension to propose to the cell. The cell decides on both. */
function sayLoss(from: number, now: number): void {
  const lost = Math.max(0, now - from)
  const howLong =
    now < from ? 'the clock of this machine is behind that: set it right' : `${Math.ceil(lost / 60_000)} min`
  say(`  LOST: what was done after ${formatDateTime(from, 'en')} (${howLong})`)
  for (const language of ['en', 'mr'] as const)
    say(
      `  Tell candidates (${language}): ${translate(language, 'health:loss.tell', { at: formatDateTime(from, language) })}`,
    )
  say(`  Propose to the cell: ${proposedHours({ lost, down: 0 })} hours more for each activity that ends within a day`)
}

/**
 * `standby --to FOLDER [--every SECONDS] [--course SLUG]`: copies every portal for a stand-by, again and again until it is
 * ended, 60 seconds after the last time; once with `--every 0`. A copy that fails is said and tried again.
 */
async function standby(): Promise<void> {
  const config = configuration()
  const to = option('to')
  const every = Number(option('every') ?? 60)
  if (to === undefined) throw new Misconfigured('--to is missing: a folder that the stand-by has too')
  if (!Number.isInteger(every) || every < 0) throw new Misconfigured('--every is wrong: it must be whole seconds')
  const task = { dataDir: config.dataDir, backups: config.backups.dir, to, now: systemClock.real }
  for (;;) {
    for (const slug of slugsAsked(config)) {
      try {
        const { took, bytes, files, damaged } = await copyForStandby({ ...task, slug })
        const whole = files - damaged.length
        say(`${slug}: copied in ${took} ms, ${(bytes / 1024 ** 2).toFixed(1)} MB and ${whole} files`)
        sayFaults({ damaged, missing: [] })
      } catch (error) {
        say(`${slug}: NOT COPIED: ${error instanceof Error ? error.message : error}`)
        if (every === 0) process.exitCode = 1
      }
    }
    if (every === 0) return
    await pause(every * 1000)
  }
}

/**
 * `new-season --course SLUG --to FOLDER [--archives FOLDER] [--set year.academicYear=2027-2028 …]`: archives a portal and
 * begins the next season in another data folder. Asks at a terminal for what no `--set` gives; elsewhere it takes last
 * year's values, a year later.
 */
async function newSeason(): Promise<void> {
  const config = configuration()
  const [slug, ...others] = slugsAsked(config)
  const to = option('to')
  if (slug === undefined || others.length) throw new Misconfigured('--course is missing: one season begins at a time')
  if (to === undefined || path.resolve(to) === path.resolve(config.dataDir))
    throw new Misconfigured('--to is wrong: it must be the data folder of the next season')
  const course = courses.find((profile) => profile.slug === slug)!
  const { version: software } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  // A server that goes on using last year's folder would write into an archive.
  orMisconfigured(slug, () => holdFolder(path.join(config.dataDir, slug), { alone: true }).release())
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
  const answers = answersGiven()
  const asked: string[] = []
  const open = (dataDir: string) =>
    openPortals({ ...config, dataDir, courses: [slug] }, root, systemClock, () => '')[0]!
  try {
    const begun = await beginNewSeason({
      portal: open(config.dataDir),
      course,
      mode: config.mode,
      software,
      archives: option('archives') ?? path.join(config.backups.dir, 'archives'),
      to,
      open,
      async ask(setting, { name, label, values }, suggested) {
        asked.push(`${setting}.${name}`)
        const answer = answers[`${setting}.${name}`]
        if (answer !== undefined) return answer
        const typed = await terminal?.question(`${translate('en', label as TextKey, values)} [${suggested}]: `)
        return typed?.trim() || suggested
      },
      onAsked() {
        const unknown = Object.keys(answers).find((name) => !asked.includes(name))
        if (unknown !== undefined) throw new Error(`--set ${unknown} is not known: there are ${asked.join(', ')}`)
      },
    })
    say(`${slug}: ${begun.archive}`)
    say(`  Note outside of it: sha256 ${begun.fingerprint}`)
    say(`  ${path.join(config.dataDir, slug)} is read-only from now on`)
    const { staff, facilitation_centres: centres, institutes } = begun.carried
    say(
      `${slug}: ${begun.folder} begins ${begun.academicYear} with ${staff} staff, ${centres} centres, ${institutes} institutes`,
    )
    say('  Serve it with that DATA_DIR. Its admins finish the set-up at the desk and open it')
  } catch (error) {
    throw new Misconfigured(`${slug}: ${error instanceof Error ? error.message : error}`)
  } finally {
    terminal?.close()
  }
}

/**
 * `closing-merits [--course SLUG] [--archive FILE] [--out FILE]`: writes the closing merits of a portal, or of an archive,
 * as the file that the desk imports as an earlier season. An archive's file says whether it is of a demo.
 */
async function closingMerits(): Promise<void> {
  const config = readersConfiguration()
  const archived = option('archive')
  const folder = archived === undefined ? config.dataDir : mkdtempSync(path.join(tmpdir(), 'archive-'))
  try {
    const migrations = path.join(root, 'migrations')
    const at = { ...config, dataDir: folder }
    let slugs: string[]
    if (archived === undefined) slugs = slugsAsked(config)
    else {
      const task = { file: archived, config: at, migrations, now: systemClock.real() }
      const { note } = orMisconfigured('archive', () => restorePortalArchive(task))
      Object.assign(at, configuration({ ...process.env, MODE: note.mode }), { dataDir: folder })
      slugs = [note.course.slug]
    }
    if (slugs.length > 1) throw new Misconfigured('--course is missing: the file is of one course')
    const [portal] = openPortals({ ...at, courses: slugs }, root, systemClock, () => '')
    const rows = portal!.pastSeasons.own().length
    const file = path.resolve(option('out') ?? `closing-merits-${slugs[0]}-${portal!.course.academicYear}.csv`)
    writeFileSync(file, [...portal!.pastSeasons.ownCsv()].join(''))
    await portal!.close()
    say(`${slugs[0]}: ${file} with ${rows} closing merits. Read it at the desk: Tables and CSV files`)
  } finally {
    if (archived !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `confirm-time --time 'YYYY-MM-DD HH:MM' [--course SLUG]`: confirms the time of this machine, which the portal doubts, if it is
 * the one that the operator's own watch shows in India. Without `--time`: says the two times.
 */
async function confirmTime(): Promise<void> {
  const config = configuration()
  const typed = option('time')
  const shown = typed === undefined ? undefined : orMisconfigured('--time is wrong', () => ist(typed))
  for (const portal of openPortals({ ...config, courses: slugsAsked(config) }, root, systemClock, () => '')) {
    const { machineTime, course } = portal
    const isTrusted = machineTime.isTrusted()
    const doubt = machineTime.doubt()
    if (isTrusted || !doubt) say(`${course.slug}: the time of this machine is believed; nothing waits`)
    else if (shown !== undefined && machineTime.confirm(null, shown).ok)
      say(`${course.slug}: confirmed ${formatDateTime(doubt.now, 'en')}; what waited goes on`)
    else {
      const known = formatDateTime(doubt.trustedAt, 'en')
      say(`${course.slug}: this machine says ${formatDateTime(doubt.now, 'en')}, and the portal last knew ${known}`)
      say("  NOT CONFIRMED: say the time of your own watch in India, --time 'YYYY-MM-DD HH:MM', or set the clock right")
      process.exitCode = 1
    }
    await portal.close()
  }
}

/** `bring-back-erased --course SLUG [--night NUMBER]`: brings back what the retention erased in a night; lists the nights without one. */
async function bringBackErased(): Promise<void> {
  const config = configuration()
  const asked = option('night')
  for (const portal of openPortals({ ...config, courses: slugsAsked(config) }, root, systemClock, () => '')) {
    const { privacy, course } = portal
    const nights = privacy.retention.nights()
    if (asked === undefined) {
      for (const { id, at, rows } of nights)
        say(`${course.slug}: --night ${id}: ${rows} rows of ${formatDateTime(at, 'en')}`)
      if (nights.length === 0) say(`${course.slug}: nothing was erased in the last week of nights`)
    } else if (nights.some(({ id }) => String(id) === asked)) {
      const { rows, files, taken } = privacy.retention.bringBack(Number(asked))
      say(`${course.slug}: brought back ${rows} rows and ${files} files`)
      if (taken)
        say(
          `  ${taken} of the candidates have registered again meanwhile: the number and address stay with the new record`,
        )
      say('  Candidates who were granted an erasure stay erased')
      say('  The next night erases again whatever is due by the clock of this machine and the dates of the season')
    } else {
      say(`${course.slug}: no night ${asked}; there are ${nights.map(({ id }) => id).join(', ') || 'none'}`)
      process.exitCode = 1
    }
    await portal.close()
  }
}

/** `doctor`: what is wrong with the machine and all that the portal depends on. Exit code 1 if there is a fault. */
async function doctor(): Promise<void> {
  const config = configuration()
  const files = secretSettings.flatMap((name) => process.env[`${name}_FILE`]?.trim() || [])
  const findings = await examine(config, files, systemClock.real())
  const marks = { well: 'ok     ', warning: 'warning', fault: 'FAULT  ' }
  for (const { level, about, words, remedy } of findings) {
    say(`${marks[level]}  ${about}: ${words}`)
    if (remedy) say(`           ${remedy}`)
  }
  const count = (level: string) => findings.filter((finding) => finding.level === level).length
  say(`Faults: ${count('fault')}. Warnings: ${count('warning')}`)
  if (count('fault')) process.exitCode = 1
}

/** The answers of `--set SETTING.FIELD=VALUE`, as often as it is said. */
function answersGiven(): Record<string, string> {
  const said = Array.isArray(given.set) ? given.set : []
  return Object.fromEntries(
    said.map((answer) => {
      const [, name, value] = /^([\w-]+\.[\w-]+)=(.*)$/s.exec(answer) ?? []
      if (name === undefined) throw new Misconfigured(`--set is wrong: "${answer}" is not SETTING.FIELD=VALUE`)
      return [name, value ?? '']
    }),
  )
}

/** Runs a command's work; reports a fault of a course's folders in one line. */
function orMisconfigured<T>(slug: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Misconfigured(`${slug}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The options of the command line, once they have been read. */
let given: Readonly<Record<string, string | boolean | string[] | undefined>> = {}

function option(name: string): string | undefined {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

const text = { type: 'string' } as const
const course = { course: text }
/** Every command with the options that it takes. */
const commands: Record<string, { run(): Promise<void>; options?: Options }> = {
  serve: { run: serve },
  migrate: { run: migrate },
  seed: { run: () => seed(false), options: { candidates: text, phase: text } },
  demo: { run: () => seed(true), options: { candidates: text, phase: text } },
  staff: { run: staff, options: { 'create-admin': text, ...course } },
  'verify-audit': { run: verifyAudit, options: { head: text, ...course } },
  backup: { run: backup, options: course },
  archive: { run: archive, options: { to: text, ...course } },
  'closing-merits': { run: closingMerits, options: { archive: text, out: text, ...course } },
  restore: { run: restore, options: { name: text, archive: text, 'from-database': text, ...course } },
  'new-season': {
    run: newSeason,
    options: { to: text, archives: text, set: { type: 'string', multiple: true }, ...course },
  },
  'confirm-time': { run: confirmTime, options: { time: text, ...course } },
  'bring-back-erased': { run: bringBackErased, options: { night: text, ...course } },
  doctor: { run: doctor },
  reseal: { run: reseal, options: course },
  standby: { run: standby, options: { to: text, every: text, ...course } },
}
const command = process.argv[2] ?? 'serve'

async function main(): Promise<void> {
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!known) throw new Misconfigured(`There is no command "${command}": ${Object.keys(commands).join(', ')}`)
  const read = readOptions(process.argv.slice(3), known.options)
  if ('fault' in read) throw new Misconfigured(`${command}: ${read.fault}`)
  given = read.values
  await known.run()
}

main().catch((error: unknown) => {
  const words = error instanceof Misconfigured ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
})
