import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The phases at which journeys begin, in order; each is made once, and every server takes a copy. */
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

/** Makes the demos before all journeys: each is the one before, played on. Returns a function that deletes them again. */
export default async function seedDemos(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-demos-'))
  process.env.JOURNEY_DEMOS = folder
  for (const [place, phase] of journeyPhases.entries()) {
    if (place > 0) cpSync(demoOf(journeyPhases[place - 1]!), demoOf(phase), { recursive: true })
    await promisify(execFile)(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', phase], {
      env: { ...process.env, MODE: 'demo', DATA_DIR: demoOf(phase), LOG_LEVEL: 'error' },
    })
  }
  return () => rmSync(folder, { recursive: true, force: true })
}
