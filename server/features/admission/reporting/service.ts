import type { ReportingDeps } from './deps'
import { createDesk } from './desk'
import { createReach } from './reach'
import { createRecording } from './recording'
import { createSigning } from './signing'
import { createStanding } from './standing'

/** Reporting at the institutes: who came, what was recorded, and the signed days. Source: rules §8.14, §8.15. */
export function createReporting(deps: ReportingDeps) {
  const reach = createReach(deps)
  const recording = createRecording(deps, reach)
  return {
    ...createDesk(deps, reach, recording),
    ...recording,
    ...createSigning(deps, reach, recording),
    ...createStanding(deps),
  }
}

export type Reporting = ReturnType<typeof createReporting>
