import { stepsLeftToCorrect } from '#server/domain/application/details.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import {
  type ClaimFact,
  type DiscrepancyReason,
  type FactName,
  fieldOf,
  isClaimFact,
  stepsToCorrect,
} from '#server/domain/scrutiny/scrutiny.ts'
import { isStepComplete, type StepNumber } from '#server/domain/terms/journey.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ScrutinyDeps } from './deps'

/** A finding of scrutiny, as its candidate reads it. */
export type Discrepancy = {
  fact: FactName
  step: StepNumber
  /** A question of the step, a document, or `fullName`. */
  field: string
  code: DiscrepancyReason
  document: FileKind | null
  expected: string
  found: string
  /** The whole finding in one sentence. */
  message: string
  /** What to do about it while it is open: each reason brings its own words. Empty afterwards. */
  advice: string
  isResolved: boolean
  /** The submitted version in which it was found. */
  version: number
}

const adviceOf = (code: DiscrepancyReason, language: Language): string => translate(language, `scrutiny:advice.${code}`)

/** The candidate's side of scrutiny. */
export function createDiscrepancies({ db, store, application, accounts, record }: ScrutinyDeps) {
  function discrepancies(candidateId: number, language: Language): Discrepancy[] {
    const facts = application.factsOf(candidateId)
    const latest = application.versionsOf(candidateId)[0]?.number
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
        advice: isOpen ? adviceOf(code, language) : '',
        isResolved: !isOpen,
        version,
      }
    })
  }

  /** True if scrutiny wants another name: the one part of the form that no step holds. */
  const mayCorrectName = (candidateId: number): boolean =>
    discrepancies(candidateId, 'en').some(({ field, isResolved }) => field === 'fullName' && !isResolved)

  return {
    /** Every finding that this candidate was ever told, newest first. */
    discrepancies,

    /** The findings still to be corrected. */
    openDiscrepancies: (candidateId: number, language: Language): Discrepancy[] =>
      discrepancies(candidateId, language).filter(({ isResolved }) => !isResolved),

    /** Why a centre has not confirmed the form: what it found in the present version. Empty once it is confirmed. */
    unconfirmedBecause(candidateId: number, language: Language): Discrepancy[] {
      const { mode, confirmedAt } = application.factsOf(candidateId)
      if (mode !== 2 || confirmedAt !== null) return []
      const latest = application.versionsOf(candidateId)[0]?.number
      return discrepancies(candidateId, language)
        .filter(({ version }) => version === latest)
        .map((one) => ({ ...one, advice: adviceOf(one.code, language) }))
    },

    /** The claims removed when the form was confirmed; empty if it is not confirmed. */
    removedClaims(candidateId: number): ClaimFact[] {
      if (application.factsOf(candidateId).confirmedAt === null) return []
      // Removing claims makes a further version, which nobody judges.
      const versions = application.versionsOf(candidateId)
      const judged = versions.find(({ number }) => store.findings(candidateId, number).length > 0)
      if (!judged || judged === versions[0]) return []
      return store
        .told(candidateId)
        .filter(({ version }) => version === judged.number)
        .map(({ fact }) => fact)
        .filter(isClaimFact)
    },

    /** Saves the name as on the marksheet, for scrutiny to check again. Refusal: `name-not-in-question`. */
    correctName(candidateId: number, fullName: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (!mayCorrectName(candidateId)) return refuse('name-not-in-question', 409)
        const { userId } = application.factsOf(candidateId)
        accounts.rename(candidateId, fullName)
        record({ kind: 'candidate', id: candidateId, name: userId }, 'scrutiny.name-corrected', { candidateId })
        return ok()
      })
    },

    /** The officer who holds the form, else the one it is assigned to; null if there is none. */
    officerOf(candidateId: number): string | null {
      const { holder, officer } = store.standing(candidateId)
      return (holder ?? officer)?.name ?? null
    },
  }
}
