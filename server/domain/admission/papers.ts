import { type FileKind, isFileKind } from '#server/domain/application/document-rules.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Said, VerificationAnswer, VerifiedFact } from './self-verification'

/** Where a candidate checks facts: beside one paper, without a paper (`none`), or those that do not apply (`others`). */
export type Paper = FileKind | 'none' | 'others'

type Fact = { fact: VerifiedFact; applies: boolean; documents: readonly string[] }

/**
 * The facts by the paper beside which they are checked: the first of their documents that is there. Papers come in the order
 * of their first fact, then facts without one, then those that do not apply. Source: rules §8.13.
 */
export function byPaper<F extends Fact>(facts: readonly F[]): { paper: Paper; facts: F[] }[] {
  const groups = new Map<Paper, F[]>()
  for (const fact of facts) {
    const [first] = fact.documents
    const paper = !fact.applies ? 'others' : first !== undefined && isFileKind(first) ? first : 'none'
    groups.set(paper, [...(groups.get(paper) ?? []), fact])
  }
  const last: readonly Paper[] = ['none', 'others']
  const order = [...Array.from(groups.keys()).filter((paper) => !last.includes(paper)), ...last]
  return order.flatMap((paper) => (groups.has(paper) ? [{ paper, facts: groups.get(paper)! }] : []))
}

/** What a candidate says beside their papers. `isRestCorrect`: the papers without an answer are correct. */
export type SaidBesidePapers = {
  answers: Readonly<Partial<Record<Paper, VerificationAnswer>>>
  /** The facts that are wrong on a paper that is not all correct. */
  wrong: ReadonlySet<VerifiedFact>
  isRestCorrect: boolean
}

/**
 * The answer to each fact. A paper on which something is wrong names it, unless it has one fact. Refuses with `check-answers`;
 * fields are `paper-<paper>`. Facts that do not apply are correct unless something else is said. Source: rules §8.13.
 */
export function factsSaid(
  groups: readonly { paper: Paper; facts: readonly (Fact & { questions: readonly unknown[] })[] }[],
  { answers, wrong, isRestCorrect }: SaidBesidePapers,
): Result<Said['answers']> {
  const faults: FieldFault[] = []
  const said: Partial<Record<VerifiedFact, VerificationAnswer>> = {}
  for (const { paper, facts } of groups) {
    const answer = answers[paper] ?? (isRestCorrect || paper === 'others' ? 'correct' : null)
    const correctable = facts.filter(({ questions }) => questions.length > 0)
    const named = correctable.length === 1 ? correctable : correctable.filter(({ fact }) => wrong.has(fact))
    if (answer === null) faults.push({ field: `paper-${paper}`, code: 'verification-missing' })
    if (answer === 'incorrect' && !named.length) faults.push({ field: `paper-${paper}`, code: 'wrong-not-named' })
    for (const one of facts) said[one.fact] = answer === 'incorrect' && named.includes(one) ? 'incorrect' : 'correct'
  }
  return faults.length ? refuse('check-answers', 422, { fields: faults }) : ok(said)
}
