import type { StepNumber } from '#server/domain/terms/journey.ts'

/**
 * About how many minutes each of the nine steps takes somebody who has the papers beside them, from its questions and
 * uploads: an estimate for planning one's time, and no limit.
 */
const minutesOf = [2, 3, 5, 7, 5, 4, 10, 3, 4] as const satisfies readonly number[] & { length: 9 }

/** About how many minutes these steps take together. */
export const minutesFor = (steps: readonly StepNumber[]): number =>
  steps.reduce<number>((sum, step) => sum + minutesOf[step], 0)
