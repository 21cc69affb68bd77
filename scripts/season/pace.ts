import type { Sitting } from './people'

/** What somebody of each sitting costs the server, beside a whole form. Source: docs/capacity.md, A season of people. */
const weights: Record<Sitting['name'], number> = {
  apply: 1,
  correct: 0.08,
  look: 0.11,
  choose: 0.22,
  result: 0.13,
  accept: 0.5,
  cancel: 0.2,
}

/** Where in a sitting somebody comes, from 0 to 1, whose turn among all is `turn`, from 0 to 1. */
export const comesAt: Record<Sitting['curve'], (turn: number) => number> = {
  even: (turn) => turn,
  // At the end twice as many in a minute as at the begin.
  late: (turn) => Math.sqrt(1 + 3 * turn) - 1,
  // At the begin twice as many in a minute as at the end.
  'at-once': (turn) => 2 - Math.sqrt(4 - 3 * turn),
}

/** How much longer people come than if they came evenly, so that a curve is nowhere denser than the pace. */
const stretch: Record<Sitting['curve'], number> = { even: 1, late: 4 / 3, 'at-once': 4 / 3 }

/**
 * Over how many seconds so many people come to a sitting. `pace`: as many whole forms a second as cost the same, at most, where
 * the curve is densest; null for any number.
 */
export const secondsOf = (
  { name, seconds, curve }: Pick<Sitting, 'name' | 'seconds' | 'curve'>,
  people: number,
  pace: number | null,
): number => (pace === null ? seconds : Math.max(seconds, (people * weights[name] * stretch[curve]) / pace))
