import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The phases in which journeys begin: each is seeded once, and every server takes a copy. */
export const journeyPhases = ['registration', 'final-merit', 'round-1-allotment'] as const
export type JourneyPhase = (typeof journeyPhases)[number]

/** The folder of a phase's demo. */
export const demoOf = (phase: JourneyPhase): string => path.join(process.env.JOURNEY_DEMOS!, phase)

/** Before all journeys: seeds the demos. Answers with what takes them away again. */
export default function seedDemos(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-demos-'))
  process.env.JOURNEY_DEMOS = folder
  for (const phase of journeyPhases) {
    execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', phase], {
      env: { ...process.env, MODE: 'demo', DATA_DIR: demoOf(phase), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return () => rmSync(folder, { recursive: true, force: true })
}
