import {
  type Said,
  type VerifiedFact,
  verificationOutcome,
  type WrongFact,
  wrongFacts,
} from '#server/domain/admission/self-verification.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { SelfVerificationDeps, VerifiedSeat } from './deps'
import type { StatedFacts } from './facts'
import { type FactView, factInWords, nextWords, stepsOf, wrongInWords } from './words'

/** How a verification ended. `grievance`: its number, if a mistake affects a benefit. */
type Verified = { round: CapRound; corrected: readonly VerifiedFact[]; grievance: string | null }

/** A candidate says which facts behind their seat are correct. Source: rules §8.13. */
export function createVerify(deps: SelfVerificationDeps, { factsOf, correct }: StatedFacts) {
  const { db, store, clock, course, accounts, application, documents, grievances, seats, tell, record } = deps

  function shown(seat: VerifiedSeat, language: Language): FactView[] {
    const held = documents.held(seat.candidateId).map(({ name }) => name)
    return factsOf(seat).map((fact) => factInWords(fact, held, language))
  }

  function recordOf(
    candidateId: number,
    act: 'submitted' | 'corrected',
    detail: Record<string, string | number>,
  ): void {
    const name = store.person(candidateId).userId
    record({ kind: 'candidate', id: candidateId, name }, `self-verification.${act}`, { candidateId }, detail)
  }

  /** Records a checked verification with its consequences; joins the caller's transaction. */
  function submitted(seat: VerifiedSeat, wrong: readonly WrongFact[]): Result<Verified> {
    const { candidateId, runId, round } = seat
    const outcome = verificationOutcome(wrong)
    let grievance: { id: number; number: string } | null = null
    if (outcome.kind === 'grievance') {
      const raised = grievances.raise(
        candidateId,
        stepsOf(outcome.about),
        textOf(outcome.about, store.person(candidateId).language),
      )
      if (!raised.ok) return raised
      grievance = raised.value
    }
    correct(candidateId, outcome.corrected)
    store.add({ candidateId, runId, wrong, submittedAt: clock.portal(), grievanceId: grievance?.id ?? null })
    recordOf(candidateId, 'submitted', { round, wrong: wrong.map(({ fact }) => fact).join(' ') })
    const corrected = outcome.corrected.map(({ fact }) => fact)
    if (corrected.length) recordOf(candidateId, 'corrected', { facts: corrected.join(' ') })
    tellSubmitted(candidateId, round, grievance?.number ?? null)
    return ok({ round, corrected, grievance: grievance?.number ?? null })
  }

  function tellSubmitted(candidateId: number, round: CapRound, reference: string | null): void {
    if (reference !== null) {
      tell(candidateId, 'verification-grievance', (language) => ({
        round,
        reference,
        ownTime: translate(language, 'verification:own-time', { count: course.ownHours }),
      }))
      return
    }
    const by = seats.current(candidateId)?.act?.by ?? null
    tell(candidateId, 'verification-recorded', (language) => ({ round, next: nextWords(by, language) }))
  }

  /** The grievance's first words, in the candidate's language; officers also see the facts in theirs. */
  const textOf = (wrong: readonly WrongFact[], language: Language): string =>
    wrong
      .map((one) => wrongInWords(one, application.forms, language))
      .map(({ label, stated, right }) => translate(language, 'verification:grievance-line', { label, stated, right }))
      .join('\n')

  /** Checks what was said against the facts of the seat. */
  function checked(
    candidateId: number,
    round: CapRound,
    said: Said,
    at: Instant,
  ): Result<{ seat: VerifiedSeat; wrong: WrongFact[] }> {
    const seat = seats.mayVerify(candidateId, round, at)
    if (!seat.ok) return seat
    const wrong = wrongFacts(factsOf(seat.value), said, civilDate(at))
    return wrong.ok ? ok({ seat: seat.value, wrong: wrong.value }) : wrong
  }

  return {
    /**
     * The facts behind the seat of a round, when they were verified, and if that may be done now. Refusal: `no-seat`
     * (404).
     */
    view(
      candidateId: number,
      round: CapRound,
      language: Language,
      at: Instant,
    ): Result<{ facts: FactView[]; verifiedAt: Instant | null; may: Result<undefined> }> {
      const seat = seats.seat(candidateId, round)?.offer
      if (!seat) return refuse('no-seat', 404)
      const may = seats.mayVerify(candidateId, round, at)
      return ok({ facts: shown(seat, language), verifiedAt: seat.verifiedAt, may: may.ok ? ok() : may })
    },

    /** Ok if these answers could be submitted now, the proof apart. */
    check(candidateId: number, round: CapRound, said: Said, at: Instant): Result<undefined> {
      const sound = checked(candidateId, round, said, at)
      return sound.ok ? ok() : sound
    },

    /**
     * Submits the verification with password and OTP. `at`: when the request arrived. Refusals: `no-seat` (404),
     * `already-verified`, `grievance-open-already` (409), `acceptance-closed`, `check-answers`, and those of the proof.
     */
    verify: (
      candidateId: number,
      round: CapRound,
      said: Said,
      proof: StepUpProof,
      at: Instant,
    ): Promise<Result<Verified>> =>
      accounts.withStepUp({ candidateId }, 'self-verify', proof, {
        may: () => checked(candidateId, round, said, at),
        act: ({ seat, wrong }) => submitted(seat, wrong),
      }),

    /** The same without a proof, for the candidates of the demo's cohort; facts that they do not mention are correct. */
    verifyUnasked(candidateId: number, round: CapRound, said: Partial<Said> = {}): Result<Verified> {
      const at = clock.portal()
      const seat = seats.mayVerify(candidateId, round, at)
      if (!seat.ok) return seat
      const correct = Object.fromEntries(factsOf(seat.value).map(({ fact }) => [fact, 'correct' as const]))
      const all = { answers: { ...correct, ...said.answers }, right: said.right ?? {} }
      return db.transact((): Result<Verified> => {
        const sound = checked(candidateId, round, all, at)
        return sound.ok ? submitted(sound.value.seat, sound.value.wrong) : sound
      })
    },
  }
}
