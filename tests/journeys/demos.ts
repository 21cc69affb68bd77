import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isWhole } from '#tests/support/extent.ts'

/** The phases at which journeys begin, in order; each is made once, and every server takes a copy. */
export const journeyPhases = [
  'registration',
  'final-merit',
  'round-1-allotment',
  'round-2-options',
  'round-2-acceptance',
] as const
export type JourneyPhase = (typeof journeyPhases)[number]

/**
 * Half the demo's cohort, because each demo plays the season of all its candidates; `test:all` takes it whole. The diploma
 * course, of whose later phases journeys see the visitors' pages and one letter, has a few.
 */
const size = isWhole ? [] : ['--candidates', '750']
const sizeOfDiploma = ['--candidates', '100']

/** The folder of the demo at this phase. */
export const demoOf = (phase: JourneyPhase): string => path.join(process.env.JOURNEY_DEMOS!, phase)

const markOf = (phase: JourneyPhase, outcome: 'made' | 'failed'): string => `${demoOf(phase)}.${outcome}`

/** Waits until the demo of this phase has been made. */
export async function demoMade(phase: JourneyPhase): Promise<void> {
  while (!existsSync(markOf(phase, 'made'))) {
    if (existsSync(markOf(phase, 'failed'))) throw new Error(`the demo of ${phase} could not be made: see above`)
    await setTimeout(100)
  }
}

/**
 * Begins to make the demos: each is the one before, played on. Journeys of an early phase run while the later ones are
 * made. Returns a function that deletes them again.
 */
export default function seedDemos(): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-demos-'))
  process.env.JOURNEY_DEMOS = folder
  const made = makeAll()
  return async () => {
    await made
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Plays the demo of these courses, of all by default, until this phase; one that is not there yet is seeded in this size. */
const seed = (phase: JourneyPhase, size: readonly string[], courses: { COURSES?: string } = {}) =>
  promisify(execFile)(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', phase, ...size], {
    env: { ...process.env, ...courses, MODE: 'demo', DATA_DIR: demoOf(phase), LOG_LEVEL: 'error' },
  })

async function makeAll(): Promise<void> {
  for (const [place, phase] of journeyPhases.entries()) {
    try {
      if (place > 0) cpSync(demoOf(journeyPhases[place - 1]!), demoOf(phase), { recursive: true })
      else if (!isWhole) await seed(phase, sizeOfDiploma, { COURSES: 'scd' })
      await seed(phase, size)
      writeFileSync(markOf(phase, 'made'), '')
    } catch (error) {
      console.error(error)
      for (const later of journeyPhases.slice(place)) writeFileSync(markOf(later, 'failed'), '')
      return
    }
  }
}
