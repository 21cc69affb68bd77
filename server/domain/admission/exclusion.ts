import { ok, type Result, refuse } from '#server/kernel/result.ts'

/** The orders that take a candidate out of the admission. */
const exclusionKinds = ['cancel-application', 'debar'] as const
export type ExclusionKind = (typeof exclusionKinds)[number]

/** These, and the order that lifts them. */
export const candidatureKinds = [...exclusionKinds, 'readmit'] as const
export type CandidatureKind = (typeof candidatureKinds)[number]

export const isExclusion = (kind: string): kind is ExclusionKind => (exclusionKinds as readonly string[]).includes(kind)
export const isAboutCandidature = (kind: string): kind is CandidatureKind =>
  (candidatureKinds as readonly string[]).includes(kind)

/**
 * May an order of this kind be issued? An application is cancelled once. A candidate may be debarred after that, but not
 * twice. Only an excluded candidate is readmitted. `excludedBy`: the order that excludes them now; null if there is none.
 *
 * Source: rules §8.23.
 */
export function mayIssue(kind: CandidatureKind, excludedBy: ExclusionKind | null): Result<undefined> {
  if (kind === 'readmit') return excludedBy === null ? refuse('order-not-excluded', 409) : ok()
  if (excludedBy === 'debar') return refuse('order-debarred-already', 409)
  return excludedBy === kind ? refuse('order-cancelled-already', 409) : ok()
}
