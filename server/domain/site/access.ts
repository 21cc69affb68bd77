import { fillStatus, type JourneyFacts, type StepNumber } from '#server/domain/terms/journey.ts'
import { isOpenUnderLock, type LockFacts, lockOf } from '#server/domain/terms/lock.ts'
import type { Permission, Permissions } from '#server/domain/terms/permissions.ts'
import { type CandidateRoute, permissionsFor, stepOf } from '#server/domain/terms/routes.ts'

/** The access of a signed-in candidate to a page. `restricted` and `locked` show a banner in place of the content. */
export type Access =
  | { kind: 'open' }
  | { kind: 'locked'; by: 'locked' | 'confirmed-by-centre' }
  | { kind: 'restricted'; permission: Permission }
  | { kind: 'too-early'; firstOpenStep: StepNumber }

/**
 * The order matters: the lock comes before the permissions (a locked form says "locked", not "not open"), and the
 * order of the steps comes last. Source: rules §18.13, §6.3.
 */
export function accessTo(
  route: CandidateRoute,
  facts: LockFacts & JourneyFacts & { permissions: Permissions },
): Access {
  const lock = lockOf(facts)
  if (lock && !isOpenUnderLock(route)) return { kind: 'locked', by: lock }
  const wanted = permissionsFor(route)
  const [first] = wanted
  if (first && !wanted.some((permission) => facts.permissions[permission])) {
    return { kind: 'restricted', permission: first }
  }
  const step = stepOf(route)
  const reached = fillStatus(facts)
  if (step !== undefined && step > reached) return { kind: 'too-early', firstOpenStep: reached }
  return { kind: 'open' }
}
