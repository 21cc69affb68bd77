import { type DiscrepancyReason, reasonsFor, stepsToCorrect, type Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { JudgedFact } from './form'
import type { ShownFact } from './shown-facts'

/** A fact with its answers, its evidence, and its findings. */
export type FactView = ShownFact & {
  reasons: readonly DiscrepancyReason[]
  verdict: Verdict | null
  /** Judged in an earlier version, and changed by the candidate since. */
  isChanged: boolean
  /** Needs a look of its own: a document is missing, or the fact has changed since it was last judged. */
  isFlagged: boolean
  /** The steps that each reason opens for correction. */
  steps: Readonly<Partial<Record<DiscrepancyReason, readonly StepNumber[]>>>
}

/** A fact of a form as an officer judges it. */
export function factView(shown: ShownFact, { fact, verdict, isChanged }: JudgedFact): FactView {
  const reasons = reasonsFor(fact.name)
  return {
    ...shown,
    reasons,
    steps: Object.fromEntries(reasons.map((reason) => [reason, stepsToCorrect(fact.name, reason)])),
    verdict,
    isChanged,
    isFlagged: isChanged || fact.documents.length > shown.documents.length,
  }
}
