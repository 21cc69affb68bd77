import { dueOf } from '#pages/parts/notices/due.ts'
import { isGone, restingState } from '#server/domain/admission/offer.ts'
import { roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { Standing } from './standing.server'

/** The option form of the open round; null if it is not the candidate's turn. */
export const optionsCard = ({ page, options, newestSeat, time }: Standing) =>
  options && {
    ...options,
    by: time(options.by) ?? '',
    /** When the result of the round is due. */
    due: dueOf(page, roundActivity(options.round, 'allotment')),
    lost: lostBefore(options.round, newestSeat),
  }

/** How the seat of the round before this option form was lost; null for anybody else. */
function lostBefore(round: number, newest: Seat | null) {
  if (!newest || !isGone(newest.state) || newest.offer.round !== round - 1) return null
  const state = restingState(newest)
  return state && { round: newest.offer.round, state }
}
