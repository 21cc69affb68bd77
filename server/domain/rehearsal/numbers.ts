import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { compareShares } from '../merit/ranking'
import type { PlayedSeason } from './played-season'

/**
 * The merit numbers of a season's players by other criteria, by player; null where they are the season's own, so that each
 * round keeps the numbers of its own list. The Application ID breaks every tie. Only the order counts: who took no part in
 * any round is not numbered.
 */
export function numbersBy(
  { players, criteria: own }: PlayedSeason,
  criteria: readonly MeritCriterion[],
): { stateMerit: number | null; allIndiaMerit: number }[] | null {
  if (own.length === criteria.length && own.every((criterion, place) => criterion === criteria[place])) return null
  const places = criteria.map((criterion) => own.indexOf(criterion))
  const share = (player: number, place: number) => {
    const [over, under] = players[player]!.shares[place]!
    return { over, under }
  }
  const order = players.map((_, player) => player)
  order.sort((a, b) => {
    for (const place of places) {
      const difference = compareShares(share(a, place), share(b, place))
      if (difference !== 0) return difference
    }
    return players[a]!.applied - players[b]!.applied
  })
  const numbers = new Array<{ stateMerit: number | null; allIndiaMerit: number }>(players.length)
  let state = 0
  for (const [place, player] of order.entries())
    numbers[player] = {
      stateMerit: players[player]!.stateMerit === null ? null : ++state,
      allIndiaMerit: place + 1,
    }
  return numbers
}
