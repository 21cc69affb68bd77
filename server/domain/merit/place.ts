import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { compareShares, type MeritCandidate, seriesOf } from './ranking'

/** An entry as the ranking compares it. */
export type Ranking = Pick<MeritCandidate, 'userId' | 'shares'>

/** Negative if `a` is ranked before `b`: by the criteria in their order, then by the Application ID. Source: rules §7.1. */
function compareRanking(a: Ranking, b: Ranking, criteria: readonly MeritCriterion[]): number {
  for (let n = 0; n < criteria.length; n++) {
    const difference = compareShares(a.shares[n]!, b.shares[n]!)
    if (difference !== 0) return difference
  }
  return seriesOf(a) - seriesOf(b)
}

/**
 * The number that somebody would have in a published list on other facts, with everybody else in their order.
 * `others`: the rest of the list, read by place from 1; only a few of them are read.
 */
export function numberAmong(
  one: Ranking,
  others: { count: number; entry(place: number): Ranking },
  criteria: readonly MeritCriterion[],
): number {
  let [first, end] = [1, others.count + 1]
  while (first < end) {
    const middle = Math.floor((first + end) / 2)
    if (compareRanking(others.entry(middle), one, criteria) < 0) first = middle + 1
    else end = middle
  }
  return first
}
