import type { ReleaseState } from '#server/domain/terms/release.ts'

export type EditionStanding = ReleaseState | 'in-force' | 'with-institutes'

/** How an edition of the seat matrix stands. A published one that is not in force has been replaced. */
export function editionStanding({
  state,
  isInForce,
  isWithInstitutes,
}: {
  state: ReleaseState
  isInForce: boolean
  isWithInstitutes: boolean
}): EditionStanding {
  if (isInForce) return 'in-force'
  if (isWithInstitutes) return 'with-institutes'
  return state === 'published' ? 'superseded' : state
}
