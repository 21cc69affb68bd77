import type { ScrutinyDeps } from './deps'
import { createDesk } from './desk'
import { createDiscrepancies } from './discrepancies'
import { createTeam } from './team'

/** E-scrutiny (mode 1): officers judge submitted forms, candidates read the findings. Source: rules §5.1. */
export function createScrutiny(deps: ScrutinyDeps) {
  return { ...createDesk(deps), ...createDiscrepancies(deps), ...createTeam(deps) }
}

export type Scrutiny = ReturnType<typeof createScrutiny>
