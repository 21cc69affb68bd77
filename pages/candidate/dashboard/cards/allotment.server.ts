import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { permittedRounds } from '#server/domain/terms/permissions.ts'
import type { Standing } from './standing.server'

/**
 * The result of the newest published round for a candidate whom it gave no seat; null if the candidate could not take
 * part or has a seat from another list. It no longer matters once the next option form is open.
 */
export function allotmentCard({ page, next, permissions, hasJkSeat }: Standing) {
  if (next.kind !== 'confirmed') return null
  const { services, actor } = page
  const permitted = permittedRounds(permissions)
  if (!permitted.length) return null
  const newest = services.results.newest(actor.candidateId)
  if (!newest || newest.state === 'allotted') return null
  const { round, isLastRound, state } = newest
  if (state === 'not-considered' && (hasJkSeat || !permitted.includes(round))) return null
  const nextOptions = nextOptionsOf(page, newest.round)
  return nextOptions?.state === 'now' ? null : { round, isLastRound, state, nextOptions }
}
