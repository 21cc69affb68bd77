import type { Sitting } from './people'

/** What somebody of each sitting costs the server, beside a whole form. Source: docs/capacity.md, A season of people. */
const weights: Record<Sitting['name'], number> = {
  apply: 1,
  correct: 0.08,
  look: 0.1,
  choose: 0.16,
  result: 0.13,
  accept: 0.3,
  cancel: 0.15,
}

/** How much longer people come than if they came evenly, so that the dense part of a curve is no denser than the pace. */
const stretch: Record<Sitting['curve'], number> = { even: 1, late: 2, 'at-once': 1.6 }

/**
 * Over how many seconds so many people come to a sitting. `pace`: as many whole forms a second as cost the same, at most, in the
 * dense part of the curve (of those who come at once: after their first rush); null for any number.
 */
export const secondsOf = (
  { name, seconds, curve }: Pick<Sitting, 'name' | 'seconds' | 'curve'>,
  people: number,
  pace: number | null,
): number => (pace === null ? seconds : Math.max(seconds, (people * weights[name] * stretch[curve]) / pace))
