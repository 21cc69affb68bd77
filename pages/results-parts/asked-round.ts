import { type CapRound, isCapRound } from '../../server/domain/cap-rounds'
import type { Page } from '../../server/services'

/** The published rounds and the one that is asked for (`?round=`), else the newest; null as long as there is none. */
export function askedRound({ services, query }: Page): { rounds: CapRound[]; round: CapRound } | null {
  const rounds = services.results.rounds()
  const newest = rounds[rounds.length - 1]
  if (newest === undefined) return null
  const asked = Number(query.round)
  return { rounds, round: isCapRound(asked) && rounds.includes(asked) ? asked : newest }
}
