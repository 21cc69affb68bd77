import type { Sitting } from './people'

/** What somebody of each sitting costs the server, beside a whole form. Source: docs/capacity.md, A season of people. */
const weights: Record<Sitting['name'], number> = {
  apply: 1,
  correct: 0.25,
  look: 0.1,
  choose: 0.25,
  result: 0.1,
  accept: 0.5,
  cancel: 0.25,
}

/** Over how many seconds so many people come to a sitting. `pace`: whole forms a second at most, on average; null for any number. */
export const secondsOf = (
  { name, seconds }: Pick<Sitting, 'name' | 'seconds'>,
  people: number,
  pace: number | null,
): number => (pace === null ? seconds : Math.max(seconds, (people * weights[name]) / pace))
