import { printStep, type ScrutinyMode } from '#server/domain/terms/journey.ts'
import { isSubmitted, mayHappen, stateOf } from '#server/domain/terms/states.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { type CandidateFacts, reachedStep } from './details'
import { type EditingWindows, isInTime } from './editing'

/** The other mode of scrutiny that the course offers for this form; null if there is no choice. */
export const otherMode = (
  modes: readonly Exclude<ScrutinyMode, 0>[],
  mode: ScrutinyMode,
): Exclude<ScrutinyMode, 0> | null => modes.find((offered) => mode !== 0 && offered !== mode) ?? null

/**
 * May a submitted form change to this mode of scrutiny? Yes, while scrutiny lasts, until an officer picks it up or a
 * centre confirms it. E-scrutiny locks the form, so no step may be open again. Before submission the mode is an
 * ordinary answer. `at`: when the request arrived. Source: rules §5.6.
 */
export function mayChangeMode(
  wanted: number,
  facts: CandidateFacts,
  modes: readonly Exclude<ScrutinyMode, 0>[],
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  const state = stateOf(facts)
  if (!isSubmitted(state)) return refuse('mode-not-submitted', 409)
  if (wanted === facts.mode) return refuse('mode-is-that', 409)
  if (otherMode(modes, facts.mode) !== wanted) return refuse('mode-not-offered', 422)
  if (!mayHappen('change-mode', state, 'candidate'))
    return facts.mode === 1 ? refuse('mode-picked-up', 409) : refuse('confirmed-by-centre', 423)
  const inTime = isInTime(facts, windows, at)
  if (!inTime.ok) return inTime
  if (reachedStep(facts) < printStep)
    return refuse('mode-steps-open', 422, { params: { step: reachedStep(facts) + 1 } })
  return ok()
}
