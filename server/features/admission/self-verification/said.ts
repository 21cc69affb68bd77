import { isNameFact, verificationOutcome, type WrongFact } from '#server/domain/admission/self-verification.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SelfVerificationDeps } from './deps'
import type { StatedFacts } from './facts'
import { type WrongInWords, wrongInWords } from './words'

/** A submitted verification, for the candidate and for officers. */
type Verification = {
  round: CapRound
  submittedAt: Instant
  /** Null if no mistake raised one. */
  grievanceId: number | null
  /** The facts called wrong; empty if the candidate found all of them correct. */
  wrong: readonly WrongFact[]
}

/** A name that changed after an allotment. `byOfficer`: an officer decided on it; otherwise only its spelling changed. */
type NameChange = WrongInWords & { at: Instant; byOfficer: boolean }

/** What candidates have said about their facts, for them and for officers. Only reads. */
export function createSaid({ store, application }: SelfVerificationDeps, { nowStated }: StatedFacts) {
  const { forms } = application
  return {
    /** What a candidate has said, newest first. */
    verifications: (candidateId: number): Verification[] =>
      store.of(candidateId).map(({ round, submittedAt, grievanceId, wrong }) => ({
        round,
        submittedAt,
        grievanceId,
        wrong,
      })),

    /** The facts that a grievance is about, in words for its officer; empty for a grievance of another type. */
    saidIn: (candidateId: number, grievanceId: number, language: Language): WrongInWords[] =>
      (store.ofGrievance(candidateId, grievanceId)?.wrong ?? []).map((wrong) => wrongInWords(wrong, forms, language)),

    /**
     * The names that the candidate had changed since an allotment, newest first: those corrected at once, and those that
     * an officer let through. For whoever compares the seat's name with papers.
     */
    nameChanges(candidateId: number, language: Language): NameChange[] {
      const now = nowStated(candidateId)
      const inForce = (right: WrongFact['right']) =>
        right.fullName === now.fullName || right.motherName === now.answers['personal-details']?.motherName
      return store.of(candidateId).flatMap(({ wrong, submittedAt, grievanceId }) => {
        const outcome = verificationOutcome(wrong)
        const isAsked = (one: WrongFact) => outcome.kind === 'grievance' && outcome.about.includes(one)
        return wrong
          .filter((one) => isNameFact(one.fact) && (!isAsked(one) || inForce(one.right)))
          .map((one) => ({
            ...wrongInWords(one, forms, language),
            at: submittedAt,
            byOfficer: grievanceId !== null && isAsked(one),
          }))
      })
    },

    /** A wrong fact in words. */
    inWords: (wrong: WrongFact, language: Language): WrongInWords => wrongInWords(wrong, forms, language),
  }
}
