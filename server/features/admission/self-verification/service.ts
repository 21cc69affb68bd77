import {
  type FactToVerify,
  factsToVerify,
  isNameFact,
  type Said,
  type Stated,
  stepOfFact,
  type VerifiedFact,
  verificationOutcome,
  type WrongFact,
  withCorrections,
  wrongFacts,
} from '#server/domain/admission/self-verification.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { Actor, SelfVerificationDeps, VerifiedSeat } from './deps'
import { type FactView, factInWords, type WrongInWords, wrongInWords } from './words'

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

/** How a verification ended. `grievance`: its number, if a mistake affects a benefit. */
type Verified = { round: CapRound; corrected: readonly VerifiedFact[]; grievance: string | null }

/**
 * The candidate's own check of their facts after an allotment: a mistake without a benefit is corrected at once, one
 * with a benefit raises a grievance that blocks acceptance. Source: rules §8.13.
 */
export function createSelfVerification(deps: SelfVerificationDeps) {
  const { db, store, clock, forms, application, seats } = deps

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
      fullName: application.fullName(candidateId),
      answers: { ...then, 'personal-details': personal },
    }
  }

  const factsOf = (seat: VerifiedSeat): FactToVerify[] => factsToVerify(statedFor(seat), forms)

  function shown(seat: VerifiedSeat, language: Language): FactView[] {
    const held = deps.documents(seat.candidateId)
    return factsOf(seat).map((fact) => factInWords(fact, held, language))
  }

  const nowStated = (candidateId: number): Stated => ({
    fullName: application.fullName(candidateId),
    answers: application.answers(candidateId),
  })

  /** Writes corrected facts as the form's next version; joins the caller's transaction. */
  function correct(candidateId: number, wrong: readonly WrongFact[]): void {
    if (!wrong.length) return
    const before = nowStated(candidateId)
    const after = withCorrections(forms, before, wrong)
    if (after.fullName !== before.fullName) application.rename(candidateId, after.fullName)
    application.correct(candidateId, after.answers)
  }

  function recordOf(
    candidateId: number,
    act: 'submitted' | 'corrected',
    detail: Record<string, string | number>,
  ): void {
    const name = store.person(candidateId).userId
    deps.record({ kind: 'candidate', id: candidateId, name }, `self-verification.${act}`, { candidateId }, detail)
  }

  /** Records a checked verification with its consequences; joins the caller's transaction. */
  function submitted(seat: VerifiedSeat, wrong: readonly WrongFact[]): Result<Verified> {
    const { candidateId, runId, round } = seat
    const outcome = verificationOutcome(wrong)
    let grievance: { id: number; number: string } | null = null
    if (outcome.kind === 'grievance') {
      const raised = deps.raise(
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
      deps.tell(candidateId, 'verification-grievance', (language) => ({
        round,
        reference,
        ownTime: translate(language, 'verification:own-time', { count: deps.course.ownHours }),
      }))
      return
    }
    const by = seats.actBy(candidateId)
    deps.tell(candidateId, 'verification-recorded', (language) => ({ round, next: nextWords(by, language) }))
  }

  const nextWords = (by: Instant | null, language: Language): string =>
    by === null
      ? translate(language, 'verification:next')
      : translate(language, 'verification:next-by', { by: formatDateTime(by, language) })

  /** The grievance's first words, in the candidate's language; officers also see the facts in theirs. */
  const textOf = (wrong: readonly WrongFact[], language: Language): string =>
    wrong
      .map((one) => wrongInWords(one, forms, language))
      .map(({ label, stated, right }) => translate(language, 'verification:grievance-line', { label, stated, right }))
      .join('\n')

  /** Checks what was said against the facts of the seat. */
  function checked(
    actor: Actor,
    round: CapRound,
    said: Said,
    at: Instant,
  ): Result<{ seat: VerifiedSeat; wrong: WrongFact[] }> {
    const seat = seats.mayVerify(actor, round, at)
    if (!seat.ok) return seat
    const wrong = wrongFacts(factsOf(seat.value), said, civilDate(at))
    return wrong.ok ? ok({ seat: seat.value, wrong: wrong.value }) : wrong
  }

  const submit = (actor: Actor, round: CapRound, said: Said, at: Instant): Result<Verified> =>
    db.transact((): Result<Verified> => {
      const sound = checked(actor, round, said, at)
      return sound.ok ? submitted(sound.value.seat, sound.value.wrong) : sound
    })

  /** The seat that a grievance is about, and the facts that its candidate gives as right. */
  function correctedIn(candidateId: number, grievanceId: number) {
    const found = store.ofGrievance(candidateId, grievanceId)
    if (!found) throw new Error(`no verification raised grievance ${grievanceId}`)
    const { runId, round } = found
    const seat: VerifiedSeat = { candidateId, runId, round }
    const about = outcomeAbout(found.wrong)
    return { seat, about, corrected: withCorrections(forms, statedFor(seat), about) }
  }

  return {
    /**
     * The facts behind the seat of a round, when they were verified, and if that may be done now. Refusal: `no-seat`
     * (404).
     */
    view(
      actor: Actor,
      round: CapRound,
      language: Language,
      at: Instant,
    ): Result<{ facts: FactView[]; verifiedAt: Instant | null; may: Result<undefined> }> {
      const seat = seats.find(actor, round)
      if (!seat) return refuse('no-seat', 404)
      const may = seats.mayVerify(actor, round, at)
      return ok({ facts: shown(seat, language), verifiedAt: seat.verifiedAt, may: may.ok ? ok() : may })
    },

    /** Ok if these answers could be submitted now, the proof apart. */
    check(actor: Actor, round: CapRound, said: Said, at: Instant): Result<undefined> {
      const sound = checked(actor, round, said, at)
      return sound.ok ? ok() : sound
    },

    /**
     * Submits the verification with password and OTP. `at`: when the request arrived. Refusals: `no-seat` (404),
     * `already-verified`, `grievance-open-already` (409), `acceptance-closed`, `check-answers`, and those of the proof.
     */
    async verify(
      actor: Actor,
      round: CapRound,
      said: Said,
      proof: StepUpProof,
      at: Instant,
    ): Promise<Result<Verified>> {
      const before = checked(actor, round, said, at)
      if (!before.ok) return before
      const proved = await deps.proveStepUp(actor, 'self-verify', proof)
      if (!proved.ok) {
        // A second press finds the OTP used; answer with the state that the first press left.
        const still = checked(actor, round, said, at)
        return still.ok ? proved : still
      }
      return submit(actor, round, said, at)
    },

    /** The same without a proof, for the candidates of the demo's cohort; facts that they do not mention are correct. */
    verifyUnasked(actor: Actor, round: CapRound, said: Partial<Said> = {}): Result<Verified> {
      const at = clock.portal()
      const seat = seats.mayVerify(actor, round, at)
      if (!seat.ok) return seat
      const correct = Object.fromEntries(factsOf(seat.value).map(({ fact }) => [fact, 'correct' as const]))
      return submit(actor, round, { answers: { ...correct, ...said.answers }, right: said.right ?? {} }, at)
    },

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

    /** What upholding a grievance would change: the seats of the candidate and of others, by name. */
    zoneIn: (candidateId: number, grievanceId: number): Promise<NamedZone> => {
      const { seat, corrected } = correctedIn(candidateId, grievanceId)
      return deps.zoneOf(seat, corrected)
    },

    /**
     * An officer upholds the grievance. Works out the effect of the mistake first; the function returned corrects the
     * facts and, if the seat was won by the mistake, ends it. It joins the caller's transaction.
     */
    async uphold(candidateId: number, grievanceId: number) {
      const { seat, about, corrected } = correctedIn(candidateId, grievanceId)
      const { round } = seat
      const { keepsSeat } = await deps.zoneOf(seat, corrected)
      const effect = keepsSeat ? 'seat-kept' : 'seat-lost'
      return ({ reference, body }: { reference: string; body: string }): Record<string, string> => {
        correct(candidateId, about)
        if (effect === 'seat-lost') seats.end({ candidateId, round, ending: 'grievance-upheld', at: clock.portal() })
        const by = seats.actBy(candidateId)
        deps.tell(candidateId, 'verification-upheld', (language) => ({
          reference,
          body,
          next:
            effect === 'seat-lost' ? translate(language, 'verification:seat-lost', { round }) : nextWords(by, language),
        }))
        return { effect }
      }
    },

    /** An officer refuses the grievance: the facts stay, and acceptance opens. Joins the caller's transaction. */
    refused(candidateId: number, { reference, body }: { reference: string; body: string }): void {
      const by = seats.actBy(candidateId)
      deps.tell(candidateId, 'verification-refused', (language) => ({
        reference,
        body,
        next: nextWords(by, language),
      }))
    },
  }
}

/** The facts that a grievance is about: those with a benefit. */
function outcomeAbout(wrong: readonly WrongFact[]): readonly WrongFact[] {
  const outcome = verificationOutcome(wrong)
  return outcome.kind === 'grievance' ? outcome.about : []
}

const stepsOf = (wrong: readonly WrongFact[]): StepNumber[] => [
  ...new Set(wrong.map(({ fact }) => steps.indexOf(stepOfFact(fact)) as StepNumber)),
]

export type SelfVerification = ReturnType<typeof createSelfVerification>
