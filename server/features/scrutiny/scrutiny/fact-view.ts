import type { FileKind } from '#server/domain/application/document-rules.ts'
import {
  type DiscrepancyReason,
  factsToCheck,
  isOwnName,
  reasonsFor,
  stepsToCorrect,
  type Verdict,
} from '#server/domain/scrutiny/scrutiny.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { JudgedFact } from './form'
import type { FactRows, ShownFact } from './shown-facts'

/**
 * What was found in the version before, and what the candidate has done since. `objected`: null if it was accepted. `was`: the
 * answers that are different now, as they were. `newDocuments`: files that were not there then.
 */
type Before = { objected: Verdict | null; was: ShownFact['rows']; newDocuments: readonly FileKind[] }

/** A fact with its answers, its evidence, and its findings. */
export type FactView = ShownFact & {
  reasons: readonly DiscrepancyReason[]
  verdict: Verdict | null
  /** Judged in an earlier version, and changed by the candidate since. */
  isChanged: boolean
  /** The mother's name is the candidate's own. */
  isOwnName: boolean
  /** Needs a look of its own: a document is missing, it was objected to before or has changed since, or it looks like a slip. */
  isFlagged: boolean
  /** Null for a fact that was not judged in the version before, or that was accepted and has not changed. */
  before: Before | null
  /** The steps that each reason opens for correction. */
  steps: Readonly<Partial<Record<DiscrepancyReason, readonly StepNumber[]>>>
}

type Needs = { rowsOf: FactRows; fullName: string; motherName: string | undefined; language: Language }

/** A fact of a form as an officer judges it. */
export function factView(shown: ShownFact, judged: JudgedFact, needs: Needs): FactView {
  const { fact, verdict, isChanged } = judged
  const reasons = reasonsFor(fact.name)
  const before = beforeOf(shown, judged, needs)
  const isOwn = fact.name === 'mother-name' && isOwnName(needs.fullName, needs.motherName)
  return {
    ...shown,
    reasons,
    steps: Object.fromEntries(reasons.map((reason) => [reason, stepsToCorrect(fact.name, reason)])),
    verdict,
    isChanged,
    isOwnName: isOwn,
    isFlagged: isChanged || isOwn || before !== null || fact.documents.length > shown.documents.length,
    before,
  }
}

function beforeOf(shown: ShownFact, { fact, isChanged, before }: JudgedFact, needs: Needs): Before | null {
  if (!before || (before.verdict.isAccepted && !isChanged)) return null
  const { verdict, then, now } = before
  const earlier = factsToCheck(then.answers).find(({ name }) => name === fact.name)
  const rows = earlier ? needs.rowsOf(earlier, then.answers, then.fullName, needs.language) : []
  const isSame = (row: ShownFact['rows'][number]) =>
    shown.rows.some(({ label, value }) => label === row.label && value === row.value)
  const hashOf = ({ documents }: typeof now, kind: FileKind) => documents.find((one) => one.kind === kind)?.hash
  return {
    objected: verdict.isAccepted ? null : verdict,
    was: rows.filter((row) => !isSame(row)),
    newDocuments: fact.documents.filter((kind) => hashOf(now, kind) && hashOf(now, kind) !== hashOf(then, kind)),
  }
}
