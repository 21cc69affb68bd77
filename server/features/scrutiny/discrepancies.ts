import { stepsLeftToCorrect } from '../../domain/details'
import type { FileKind } from '../../domain/document-rules'
import { isStepComplete, type StepNumber } from '../../domain/journey'
import {
  type ClaimFact,
  type DiscrepancyReason,
  type FactName,
  fieldOf,
  isClaimFact,
  stepsToCorrect,
} from '../../domain/scrutiny'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import type { ScrutinyDeps } from './deps'

type Actor = { candidateId: number }

/** What scrutiny found, as its candidate reads it. */
export type Discrepancy = {
  fact: FactName
  step: StepNumber
  /** A question of the step, a document, or `fullName`. */
  field: string
  code: DiscrepancyReason
  document: FileKind | null
  expected: string
  found: string
  /** The whole of it in a sentence. */
  message: string
  isResolved: boolean
}

/** The candidate's side of scrutiny. */
export function createDiscrepancies({ db, store, application, rename, record }: ScrutinyDeps) {
  function discrepancies({ candidateId }: Actor, language: Language): Discrepancy[] {
    const facts = application.facts(candidateId)
    const latest = application.versions(candidateId)[0]?.number
    const left = stepsLeftToCorrect(facts)
    return store.told(candidateId).map(({ fact, reason, document, expected, found, version }) => {
      const code = reason ?? 'differs'
      const flagged = stepsToCorrect(fact, code)
      const isOpen =
        facts.revertedAt !== null && version === latest && flagged.some((step) => isStepComplete(left, step))
      const what = translate(language, `scrutiny:fact.${fact}`)
      const message = translate(language, 'scrutiny:message', {
        what: document ? translate(language, `documents:kind.${document}`) : what,
        reason: translate(language, `scrutiny:reason.${code}`),
      })
      const step = flagged[flagged.length - 1]!
      return {
        fact,
        step,
        field: fieldOf(fact, document),
        code,
        document,
        expected,
        found,
        message,
        isResolved: !isOpen,
      }
    })
  }

  const mayCorrectName = (actor: Actor): boolean =>
    discrepancies(actor, 'en').some(({ field, isResolved }) => field === 'fullName' && !isResolved)

  return {
    /** Everything that scrutiny ever told this candidate, newest first. */
    discrepancies,

    /** What is still to be corrected. */
    openDiscrepancies: (actor: Actor, language: Language): Discrepancy[] =>
      discrepancies(actor, language).filter(({ isResolved }) => !isResolved),

    /** The claims that were removed when the form was confirmed; none where it is not confirmed. */
    removedClaims(candidateId: number): ClaimFact[] {
      if (application.facts(candidateId).confirmedAt === null) return []
      // Removing claims makes a version of its own, which nobody judges.
      const versions = application.versions(candidateId)
      const judged = versions.find(({ number }) => store.findings(candidateId, number).length > 0)
      if (!judged || judged === versions[0]) return []
      return store
        .told(candidateId)
        .filter(({ version }) => version === judged.number)
        .map(({ fact }) => fact)
        .filter(isClaimFact)
    },

    /** Whether scrutiny wants another name: the one part of the form that no step holds. */
    mayCorrectName,

    /** The candidate writes the name as on the marksheet; scrutiny looks at it again. Refusal: `name-not-in-question`. */
    correctName(actor: Actor, fullName: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (!mayCorrectName(actor)) return refuse('name-not-in-question', 409)
        const { userId } = application.facts(actor.candidateId)
        rename(actor.candidateId, fullName)
        const { candidateId } = actor
        record({ kind: 'candidate', id: candidateId, name: userId }, 'scrutiny.name-corrected', { candidateId })
        return ok()
      })
    },

    /** Who checks the form: the officer who holds it, else the one it is assigned to; null where there is none. */
    officerOf(candidateId: number): string | null {
      const { holder, officer } = store.standing(candidateId)
      return (holder ?? officer)?.name ?? null
    },
  }
}
