import type { CapRound } from '../../../server/domain/seats/cap-rounds'
import type { Page } from '../../../server/services'

/** The published rounds and the one on screen (`?round=`, or the newest); null until a round is published. */
export function askedRound({ services, query }: Page): { rounds: CapRound[]; round: CapRound } | null {
  const rounds = services.results.rounds()
  const newest = rounds[rounds.length - 1]
  if (newest === undefined) return null
  return { rounds, round: services.results.publishedRound(query.round) ?? newest }
}
