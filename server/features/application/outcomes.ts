import type { StepNumber } from '../../domain/journey'
import type { ApplicationDeps } from './deps'

/**
 * What scrutiny, a centre or a grievance makes of an application: the facts from which every flag follows. Whoever calls
 * has judged that it may, and joins its own rows in the same transaction. Source: decisions §5.
 */
export function createOutcomes({ store, clock }: ApplicationDeps) {
  const maskOf = (steps: readonly StepNumber[]) => steps.reduce<number>((mask, step) => mask | (1 << step), 0)

  return {
    /** An officer has taken the form up: the candidate cannot take it back any more. */
    pickUp: (candidateId: number): void => store.putApplication(candidateId, { pickedUpAt: clock.portal() }),

    /** The officer gives it back unjudged. */
    release: (candidateId: number): void => store.putApplication(candidateId, { pickedUpAt: null }),

    /** Sends the form back: `steps` are open to the candidate until it is submitted again. */
    revert(candidateId: number, steps: readonly StepNumber[]): void {
      const revertedAt = clock.portal()
      store.putApplication(candidateId, {
        revertedAt,
        stepsToCorrect: maskOf(steps),
        pickedUpAt: null,
        confirmedAt: null,
      })
    },

    /** The form is confirmed as it stands. */
    confirm(candidateId: number): void {
      const confirmedAt = clock.portal()
      store.putApplication(candidateId, { confirmedAt, revertedAt: null, stepsToCorrect: 0 })
    },
  }
}
