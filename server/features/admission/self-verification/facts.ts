import {
  type FactToVerify,
  factsToVerify,
  type Stated,
  type WrongFact,
  withCorrections,
} from '#server/domain/admission/self-verification.ts'
import type { SelfVerificationDeps, VerifiedSeat } from './deps'

/** The facts of a candidate: as the run of a seat used them, as they are now, and corrected. */
export function createStatedFacts({ store, application, accounts }: SelfVerificationDeps) {
  const { forms } = application

  /**
   * The facts that the run used. The name and the mother's name are today's: a correction of theirs must not have to be
   * made twice.
   */
  function statedFor({ candidateId, runId }: VerifiedSeat): Stated {
    const now = application.answers(candidateId)
    const then = application.answersAt(candidateId, store.preparedAt(runId)) ?? now
    const motherName = now['personal-details']?.motherName
    const personal = { ...then['personal-details'], ...(motherName !== undefined && { motherName }) }
    return {
      fullName: application.standing(candidateId).facts.fullName,
      answers: { ...then, 'personal-details': personal },
    }
  }

  const factsOf = (seat: VerifiedSeat): FactToVerify[] => factsToVerify(statedFor(seat), forms)

  const nowStated = (candidateId: number): Stated => ({
    fullName: application.standing(candidateId).facts.fullName,
    answers: application.answers(candidateId),
  })

  /** Writes corrected facts as the form's next version; joins the caller's transaction. */
  function correct(candidateId: number, wrong: readonly WrongFact[]): void {
    if (!wrong.length) return
    const before = nowStated(candidateId)
    const after = withCorrections(forms, before, wrong)
    if (after.fullName !== before.fullName) accounts.rename(candidateId, after.fullName)
    application.correct(candidateId, after.answers)
  }

  return { statedFor, factsOf, nowStated, correct }
}

export type StatedFacts = ReturnType<typeof createStatedFacts>
