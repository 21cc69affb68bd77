import { randomUUID } from 'node:crypto'
import { Server } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readDatabase } from '#db/client.ts'
import { type Clock, type MovableClock, movableClock, systemClock } from '#server/adapters/clock.ts'
import {
  emptyFolder,
  FolderInUse,
  hasDatabase,
  hasFiles,
  holdFolder,
  readMarker,
} from '#server/adapters/portal-folder.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { courses } from '#server/courses/courses.ts'
import { createDemo } from '#server/demo/demo.ts'
import { beginningOf, type DemoPhase, defaultPhase, firstPhase } from '#server/demo/phases.ts'
import { playUntil } from '#server/demo/play.ts'
import { seedPortal } from '#server/demo/seed.ts'
import { type DemoStore, demoStore, isDemoDatabase } from '#server/demo/store.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { createPasswords } from '#server/features/accounts/accounts/passwords.ts'
import { createServices, type Services } from '#server/features/index.ts'
import { WrongFolder } from '#server/features/open-folder.ts'
import { ForkedLog } from '#server/features/operations/public-log/service.ts'
import type { AssetSource } from '#server/http/assets.ts'
import { createLog } from '#server/http/log.ts'
import { createGate } from '#server/http/overload.ts'
import { startJobs } from '#server/jobs.ts'
import { after, alone, every, inBackground, listen, watchClock } from '#server/kernel/background.ts'
import { outageOf, wordsForOutage } from '#server/kernel/outage.ts'
import { noSiblings, type Siblings } from '#server/kernel/siblings.ts'
import type { Instant } from '#server/kernel/time.ts'
import { Misconfigured } from './misconfigured'
import { seedApart, seedsApart } from './seed-apart'
import { processEnded } from './workers'

/** Opens every portal of the configuration: one database, one set of services each. `root`: the project's folder. */
export function openPortals(
  config: Config,
  root: string,
  clock: Clock,
  publicUrl: () => string,
  siblings: Siblings = noSiblings(randomUUID()),
): Services[] {
  const log = createLog(config.logLevel)
  const portals = config.courses.map((slug) => {
    const course = courses.find((profile) => profile.slug === slug)!
    try {
      return createServices({
        course,
        config,
        clock,
        migrations: path.join(root, 'migrations'),
        log,
        siblings,
        publicUrl,
        demoOrders: (db) => demoStore(db).gatewayOrders,
      })
    } catch (error) {
      if (error instanceof WrongFolder || error instanceof ForkedLog) throw new Misconfigured(error.message)
      const outage = outageOf(error)
      if (!outage) throw error
      throw new Misconfigured(`${path.join(config.dataDir, slug)} cannot be opened: ${wordsForOutage(outage)}`)
    }
  })
  for (const { course, db } of portals) {
    const demo = demoStore(db)
    if (config.mode === 'live' && demo.isDemo()) {
      throw new Misconfigured(`DATA_DIR is wrong: the database of ${course.slug} holds demo data`)
    }
    if (config.mode === 'demo' && !demo.isDemo() && !demo.isEmpty()) {
      throw new Misconfigured(
        `MODE is wrong: the database of ${course.slug} holds real data, which a demo would show to everybody`,
      )
    }
  }
  return portals
}

/**
 * Seeds the portals without candidates as at the opening of registration, then lets time pass there until `phase`.
 * `size`: candidates of the cohort, if not the course's default. A demo counts as unfinished until it has got there.
 */
async function seedWhereEmpty(
  portals: readonly Services[],
  clock: MovableClock,
  phase: DemoPhase,
  size?: number,
): Promise<void> {
  const passwords = createPasswords()
  const hash = (password: string) => passwords.hash(password, 'demo')
  const empty = portals.filter(({ archive, db }) => archive === null && demoStore(db).isEmpty())
  if (empty.length === 0) return
  for (const { db } of empty) demoStore(db).setUnfinished(true)
  clock.set(beginningOf(firstPhase))
  await alone(async () => {
    for (const portal of empty) {
      process.stdout.write(`Seeding the demo of ${portal.course.slug}…\n`)
      await seedPortal(portal, clock.portal(), hash, size)
    }
    // Time passed while seeding: the demo goes on from here, not from before the messages that it has sent.
    for (const { db } of empty) demoStore(db).keepClock(clock.portal())
    await playOn(empty, clock, phase)
  })
  for (const { db } of empty) demoStore(db).setUnfinished(false)
}

/**
 * Opens the portals of a demo. Those that are not there yet, or whose making was cut short, are made anew until `phase`: side
 * by side where there are several. `open`: opens all. `size`: as for `seedWhereEmpty`.
 */
export async function openDemos(
  open: () => Services[],
  config: Config,
  clock: MovableClock,
  phase: DemoPhase,
  size?: number,
): Promise<Services[]> {
  // Where nothing is there, nothing has to be opened to see it.
  const missing = config.courses.filter((slug) => !hasDatabase(path.join(config.dataDir, slug)))
  if (seedsApart(missing)) await seedApart(config, missing, ['--phase', phase])
  const portals = open()
  const slugsOf = (is: (store: DemoStore) => boolean) =>
    portals.filter(({ archive, db }) => archive === null && is(demoStore(db))).map(({ course }) => course.slug)
  const unfinished = slugsOf((store) => store.isUnfinished())
  const unmade = slugsOf((store) => store.isUnfinished() || store.isEmpty())
  const areApart = seedsApart(unmade)
  if (!areApart && unfinished.length === 0) {
    await seedWhereEmpty(portals, clock, phase, size)
    return portals
  }
  for (const portal of portals) await portal.close()
  if (areApart) await seedApart(config, unmade, ['--phase', phase])
  else for (const slug of unfinished) clearDemo(path.join(config.dataDir, slug), { isKept: false })
  return openDemos(open, config, clock, phase, size)
}

/** Lets the demo's time pass from the clock's until `phase`; does nothing if the phase has begun. */
export async function playOn(portals: readonly Services[], clock: MovableClock, phase: DemoPhase): Promise<void> {
  const to = beginningOf(phase)
  if (to <= clock.portal()) return
  process.stdout.write(`Playing it until ${phase}…\n`)
  await playUntil(portals, clock, to)
  for (const { db } of portals) demoStore(db).keepClock(clock.portal())
}

/**
 * Checks that nobody uses a demo's folder and empties it unless it `isKept`. Refuses a folder with anything but a demo.
 */
export function clearDemo(folder: string, { isKept }: { isKept: boolean }): void {
  try {
    const held = holdFolder(folder, { alone: true })
    try {
      if (isKept) return
      const madeFor = readMarker(folder)?.mode
      const isDemo = hasDatabase(folder)
        ? isDemoDatabase(readDatabase(path.join(folder, databaseFile)))
        : madeFor === 'demo' || !hasFiles(folder)
      if (!isDemo || madeFor === 'live')
        throw new Misconfigured(`MODE is wrong: ${folder} holds real data, which a new demo would delete`)
      emptyFolder(folder)
    } finally {
      held.release()
    }
  } catch (error) {
    throw error instanceof FolderInUse ? new Misconfigured(`${error.message}: stop it first`) : error
  }
}

/**
 * Refuses to make a demo in the default folder if that holds data: somebody who wants to replace it names the folder.
 */
export function refuseUnnamed({
  dataDir,
  isFolderNamed,
  courses,
}: Pick<Config, 'dataDir' | 'isFolderNamed' | 'courses'>): void {
  if (isFolderNamed) return
  const held = courses.map((slug) => path.join(dataDir, slug)).find((folder) => hasDatabase(folder) || hasFiles(folder))
  if (held !== undefined)
    throw new Misconfigured(`${held} holds data: name the folder to use it all the same (DATA_DIR=${dataDir})`)
}

/** The clock of a demo at the start of a phase. */
export const demoClockAt = (phase: DemoPhase): MovableClock =>
  movableClock({ portal: beginningOf(phase), setAt: systemClock.real() })

/** A demo's clock that all its processes move together. */
function sharedClock(clock: MovableClock, siblings: Siblings): MovableClock {
  siblings.onTold('clock', (told) => {
    const { at, setAt } = told as { at: Instant; setAt: number }
    clock.set((at + Date.now() - setAt) as Instant)
  })
  return {
    ...clock,
    set(at) {
      clock.set(at)
      siblings.tell('clock', { at, setAt: Date.now() })
    },
  }
}

/**
 * Everything but the listening: portals, demo, jobs, app. `clientFolder`: null if Vite serves the modules. `siblings`:
 * the other processes that serve the same folder, if there are any.
 */
export async function startServer({
  config,
  root,
  assets,
  clientFolder,
  siblings = noSiblings(randomUUID()),
}: {
  config: Config
  root: string
  assets: AssetSource
  clientFolder: string | null
  siblings?: Siblings
}) {
  const isDemo = config.mode === 'demo'
  const demoClock = sharedClock(demoClockAt(firstPhase), siblings)
  let address = `http://${config.host}:${config.port}`
  const open = () =>
    openPortals(config, root, isDemo ? demoClock : systemClock, () => config.publicUrl ?? address, siblings)
  const portals = isDemo ? await openDemos(open, config, demoClock, defaultPhase) : open()
  if (isDemo) {
    // Resume the demo's clock from its time when the server stopped.
    demoClock.set((demoStore(portals[0]!.db).clock() ?? demoClock.portal()) as Instant)
  }
  const demo = isDemo ? createDemo({ portals, clock: demoClock }) : null
  const log = createLog(config.logLevel)
  const jobs = startJobs(portals, log)
  siblings.onTold(processEnded, (name) => {
    for (const { archive, housekeeping } of portals) if (archive === null) housekeeping.endJobsOf(String(name))
  })
  const gate = createGate(log, undefined, config.workers === 1)
  const app = await buildApp({
    config,
    portals,
    assets,
    clientFolder,
    demo,
    jobLag: jobs.lag,
    jobRuns: jobs.runs,
    siblings,
    gate,
  })
  listen(app.server, 'connection', 'hearing of a connection', log, gate.connected)
  const stopWatch = watchClock(log, (jumped) => {
    const reason = `${Math.round(Math.abs(jumped) / 1000)} seconds ${jumped > 0 ? 'ahead' : 'back'}`
    for (const { troubles } of portals) troubles.failed('clock', reason)
    return jobs.clockJumped(jumped)
  })
  const stopClockKeeper = every(60_000, "keeping the demo's clock", log, () => demo?.keepClock())

  return {
    app,
    /** The base of links in messages if no PUBLIC_URL is set. */
    listensAt(url: string): void {
      address = url
    },
    /**
     * Another process has taken this one's place: takes no new connection, answers on those there are and asks each
     * client to connect anew, until all have (ten seconds at most). Then `close`.
     */
    async leave(): Promise<void> {
      // Unlike the server's own `close`, this one cuts off nobody who keeps a connection.
      Server.prototype.close.call(app.server)
      app.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      const until = Date.now() + 10_000
      const isUsed = () => new Promise<boolean>((resolve) => app.server.getConnections((_error, n) => resolve(n > 0)))
      while (Date.now() < until && (await isUsed())) await pause(100)
      await this.close()
    },

    /** Refuses new requests, finishes the running ones (ten seconds), then stops jobs, messages and databases. */
    async close(): Promise<void> {
      stopClockKeeper()
      stopWatch()
      gate.stop()
      const calmDown = after(10_000, 'closing connections', log, () => app.server.closeAllConnections())
      // If a step fails, the remaining portals are still closed.
      await inBackground('stopping the jobs', log, jobs.stop)
      await inBackground('closing the server', log, () => app.close())
      calmDown()
      await inBackground("keeping the demo's clock", log, () => demo?.keepClock())
      for (const portal of portals) await inBackground(`closing ${portal.course.slug}`, log, portal.close)
    },
  }
}
