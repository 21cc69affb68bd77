import path from 'node:path'
import { type Clock, type MovableClock, movableClock, systemClock } from './adapters/clock'
import { buildApp } from './app'
import type { Config } from './config'
import { courses } from './courses/courses'
import { createDemo } from './demo/demo'
import { builtPhases, type DemoPhase, defaultPhase, firstPhase } from './demo/phases'
import { playUntil } from './demo/play'
import { seedPortal } from './demo/seed'
import { createPasswords } from './features/accounts/passwords'
import type { AssetSource } from './http/assets'
import { createLog } from './http/log'
import { startJobs } from './jobs'
import type { Instant } from './kernel/time'
import { createServices, type Services } from './services'

/** A fault of the configuration that only shows once the databases are open; one line each, like the others. */
export class Misconfigured extends Error {}

/** Opens every portal of the configuration: one database, one set of services each. `root`: the project's folder. */
export function openPortals(config: Config, root: string, clock: Clock, publicUrl: () => string): Services[] {
  const log = createLog(config.logLevel)
  const portals = config.courses.map((slug) => {
    const course = courses.find((profile) => profile.slug === slug)!
    return createServices({ course, config, clock, migrations: path.join(root, 'migrations'), log, publicUrl })
  })
  for (const { course, demoStore } of portals) {
    if (config.mode === 'live' && demoStore.isDemo()) {
      throw new Misconfigured(`DATA_DIR is wrong: the database of ${course.slug} holds demo data`)
    }
    if (config.mode === 'demo' && !demoStore.isDemo() && !demoStore.isEmpty()) {
      throw new Misconfigured(
        `MODE is wrong: the database of ${course.slug} holds real data, which a demo would show to everybody`,
      )
    }
  }
  return portals
}

/**
 * Fills the portals that have nobody yet, as they are when registration is open, and lets time pass until `phase`.
 * `size`: candidates of the cohort, where not the course's own number.
 */
export async function seedWhereEmpty(
  portals: readonly Services[],
  clock: MovableClock,
  phase: DemoPhase,
  size?: number,
): Promise<void> {
  const { hash } = createPasswords()
  const empty = portals.filter(({ demoStore }) => demoStore.isEmpty())
  if (empty.length === 0) return
  clock.set(builtPhases[firstPhase]!)
  for (const portal of empty) {
    process.stdout.write(`Seeding the demo of ${portal.course.slug}…\n`)
    await seedPortal(portal, clock.portal(), hash, size)
  }
  const to = builtPhases[phase]!
  if (to <= clock.portal()) return
  process.stdout.write(`Playing it until ${phase}…\n`)
  await playUntil(empty, clock, to)
  for (const { demoStore } of empty) demoStore.keepClock(clock.portal())
}

/** The clock of a demo, at the beginning of a phase. */
export const demoClockAt = (phase: DemoPhase): MovableClock =>
  movableClock({ portal: builtPhases[phase]!, setAt: systemClock.real() })

/** Everything but the listening: portals, demo, jobs, app. `clientFolder`: null where Vite serves the modules. */
export async function startServer({
  config,
  root,
  assets,
  clientFolder,
}: {
  config: Config
  root: string
  assets: AssetSource
  clientFolder: string | null
}) {
  const isDemo = config.mode === 'demo'
  const demoClock = demoClockAt(firstPhase)
  let address = `http://${config.host}:${config.port}`
  const portals = openPortals(config, root, isDemo ? demoClock : systemClock, () => config.publicUrl ?? address)
  if (isDemo) {
    await seedWhereEmpty(portals, demoClock, defaultPhase)
    // The demo's clock goes on from where it stood when the server was stopped.
    demoClock.set((portals[0]!.demoStore.clock() ?? demoClock.portal()) as Instant)
  }
  const demo = isDemo ? createDemo({ portals, clock: demoClock }) : null
  const jobs = startJobs(portals, createLog(config.logLevel))
  const app = await buildApp({ config, portals, assets, clientFolder, demo, jobLag: jobs.lag })
  const clockKeeper = setInterval(() => demo?.keepClock(), 60_000).unref()

  return {
    app,
    /** Links in messages lead here where no PUBLIC_URL is set. */
    listensAt(url: string): void {
      address = url
    },
    /** No new requests, the running ones to their end (ten seconds), then jobs, messages, databases. */
    async close(): Promise<void> {
      clearInterval(clockKeeper)
      const impatience = setTimeout(() => app.server.closeAllConnections(), 10_000).unref()
      await jobs.stop()
      await app.close()
      clearTimeout(impatience)
      demo?.keepClock()
      for (const portal of portals) await portal.close()
    },
  }
}
