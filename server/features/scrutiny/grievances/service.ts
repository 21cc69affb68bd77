import type { GrievanceType } from '#server/domain/scrutiny/grievances.ts'
import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { createAttachments } from './attachments'
import { createComplaints } from './complaints'
import { decide } from './decide'
import type { GrievancesDeps } from './deps'
import { createFiling } from './file'
import { createFound } from './grievance'
import { createGrievanceList, nextGrievance } from './list'
import { read } from './read'
import { createGrievanceReminders } from './reminders'

/** Grievances on the provisional merit list: filed, answered, refused, approved, reopened once. Source: rules §5.7. */
export function createGrievances(deps: GrievancesDeps) {
  const found = createFound(deps)
  const complaints = createComplaints(deps, found)
  return {
    ...createFiling(deps, found),
    ...createAttachments(deps, found),
    complaints,
    list: createGrievanceList(deps.store, found.numberOf, complaints.dueAt),
    nextAfter: nextGrievance(deps.store),
    /** What an act on a grievance within reach needs to know of it. */
    about(officer: Officer, id: number): Result<{ candidateId: number; type: GrievanceType }> {
      const row = found.within(officer, id)
      if (!row.ok) return row
      return ok({ candidateId: row.value.candidateId, type: row.value.type as GrievanceType })
    },
    /** The number of grievances waiting within an officer's reach. */
    waiting: (officer: Officer): number => deps.store.count('open', districtsWithin(officer)),
    read: read(deps, found),
    decide: decide(deps, found),
    reminders: createGrievanceReminders(deps),
  }
}

export type Grievances = ReturnType<typeof createGrievances>
