import path from 'node:path'
import type { Given } from '#scripts/options.mjs'
import { defaultPhase, demoPhases, firstPhase, isDemoPhase } from '#server/demo/phases.ts'
import { demoStore } from '#server/demo/store.ts'
import { alone } from '#server/kernel/background.ts'
import type { Instant } from '#server/kernel/time.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { seedApart, seedsApart } from '#server/process/seed-apart.ts'
import { clearDemo, demoClockAt, openDemos, openPortals, playOn, refuseUnnamed } from '#server/process/start.ts'
import { command, configuration, root, text } from './command'

const options = { candidates: text, phase: text } as const

/** Plays the demo in every data folder, side by side. `isKept`: whether a demo that is there goes on. */
async function seedDemo({ candidates: size, phase: asked }: Given<typeof options>, isKept: boolean): Promise<void> {
  const config = configuration()
  if (config.mode !== 'demo') throw new Misconfigured('MODE is wrong: only a demo is seeded')
  if (size !== undefined && !/^\d{1,7}$/.test(size))
    throw new Misconfigured('--candidates is wrong: it must be a number')
  // A large cohort is for measuring, so it starts at the first phase instead of playing them all.
  const phase = asked ?? (size === undefined ? defaultPhase : firstPhase)
  if (!isDemoPhase(phase)) throw new Misconfigured(`--phase is wrong: there are ${demoPhases.join(', ')}`)
  const clock = demoClockAt(firstPhase)
  refuseUnnamed(config)
  for (const slug of config.courses) clearDemo(path.join(config.dataDir, slug), { isKept })
  if (seedsApart(config.courses))
    return seedApart(config, config.courses, ['--phase', phase, ...(size === undefined ? [] : ['--candidates', size])])
  const open = () => openPortals(config, root, clock, () => config.publicUrl ?? `http://${config.host}:${config.port}`)
  const portals = await openDemos(open, config, clock, phase, size === undefined ? undefined : Number(size))
  for (const portal of portals) {
    clock.set(demoStore(portal.db).clock() as Instant)
    await alone(() => playOn([portal], clock, phase))
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
 * `seed [--candidates N] [--phase NAME]`: a demo in an empty data folder; a demo that has not reached the phase is played
 * on until then.
 */
export const seed = command(options, (given) => seedDemo(given, true))

/** `demo --phase NAME`: resets the demo. */
export const demo = command(options, (given) => seedDemo(given, false))
