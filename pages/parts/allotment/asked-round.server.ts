import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'

/** The published rounds and the one on screen (`?round=`, or the newest); null until a round is published. */
export function askedRound({ services, query }: Page): { rounds: CapRound[]; round: CapRound } | null {
  const rounds = services.results.rounds()
  const newest = rounds[rounds.length - 1]
  if (newest === undefined) return null
  return { rounds, round: services.results.publishedRound(query.round) ?? newest }
}
