import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The phases at which journeys begin; each is seeded once, and every server takes a copy. */
export const journeyPhases = [
  'registration',
  'final-merit',
  'round-1-allotment',
  'round-2-options',
  'round-2-acceptance',
] as const
export type JourneyPhase = (typeof journeyPhases)[number]

/** The folder of the demo at this phase. */
export const demoOf = (phase: JourneyPhase): string => path.join(process.env.JOURNEY_DEMOS!, phase)

/** Seeds the demos in parallel before all journeys. Returns a function that deletes them again. */
export default async function seedDemos(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-demos-'))
  process.env.JOURNEY_DEMOS = folder
  const seed = (phase: JourneyPhase) =>
    promisify(execFile)(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', phase], {
      env: { ...process.env, MODE: 'demo', DATA_DIR: demoOf(phase), LOG_LEVEL: 'error' },
    })
  await Promise.all(journeyPhases.map(seed))
  return () => rmSync(folder, { recursive: true, force: true })
}
