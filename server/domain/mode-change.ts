import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import { type CandidateFacts, reachedStep } from './details'
import { type EditingWindows, isInTime } from './editing'
import { printStep, type ScrutinyMode } from './journey'

/** The other mode of scrutiny that a course offers to a form in this one; null where there is no choice. */
export const otherMode = (
  modes: readonly Exclude<ScrutinyMode, 0>[],
  mode: ScrutinyMode,
): Exclude<ScrutinyMode, 0> | null => modes.find((offered) => mode !== 0 && offered !== mode) ?? null

/**
 * May a submitted form change to this mode of scrutiny? Until an officer has picked it up or a centre has confirmed it,
 * while scrutiny lasts. E-scrutiny locks the form, so that nothing may be open again in it. Before submission the mode
 * is an answer like others. `at`: when the request arrived. Source: decisions §5.
 */
export function mayChangeMode(
  wanted: number,
  facts: CandidateFacts,
  modes: readonly Exclude<ScrutinyMode, 0>[],
  windows: EditingWindows,
  at: Instant,
): Result<undefined> {
  if (facts.submittedAt === null || facts.revertedAt !== null) return refuse('mode-not-submitted', 409)
  if (wanted === facts.mode) return refuse('mode-is-that', 409)
  if (otherMode(modes, facts.mode) !== wanted) return refuse('mode-not-offered', 422)
  if (facts.mode === 1 && (facts.pickedUpAt !== null || facts.confirmedAt !== null))
    return refuse('mode-picked-up', 409)
  if (facts.confirmedAt !== null) return refuse('confirmed-by-centre', 423)
  const inTime = isInTime(facts, windows, at)
  if (!inTime.ok) return inTime
  if (reachedStep(facts) < printStep) return refuse('mode-steps-open', 422, { params: { step: reachedStep(facts) } })
  return ok()
}
