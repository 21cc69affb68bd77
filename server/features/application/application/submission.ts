import { reachedStep, stepsLeftToCorrect } from '#server/domain/application/details.ts'
import {
  closingOf,
  excluded,
  feeUse,
  isInTime,
  lateIn,
  mayEdit,
  payTimeOf,
} from '#server/domain/application/editing.ts'
import { mayChangeMode, otherMode } from '#server/domain/application/mode-change.ts'
import { printStep, type ScrutinyMode, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { MoneyUse, PayTime } from '#server/domain/terms/payment-states.ts'
import { isSubmitted, isWithCandidate, mayHappen, stateOf } from '#server/domain/terms/states.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { afterSubmission } from '#server/i18n/after-submission.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Deadline } from './deadline'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'
import type { Version, VersionCases } from './versions'

/** The step whose answers hold the mode of scrutiny. */
const modeStep = 0

/** The step whose answers make the claims. */
const claimsStep = steps.indexOf('category-details') as StepNumber

/** An unlocked form is judged as one that was never submitted. */
const unlocked = { submittedAt: null, lastRevertedAt: null }

/** Submitting the form; taking it back, or changing its mode, before scrutiny has begun. Source: rules §5.1, §5.6. */
export function createSubmission(
  deps: ApplicationDeps,
  { factsOf, windows }: Facts,
  { record }: VersionCases,
  { deadlineOf, isInTimeOrPaid }: Deadline,
) {
  const { db, store, clock, course, withStepUp, onSubmitted } = deps

  /** Says if the form could be submitted at `at`, the OTP apart. */
  function maySubmit(candidateId: number, at: Instant): Result<undefined> {
    const facts = factsOf(candidateId)
    if (facts.excludedAt !== null) return excluded(facts.excludedAt)
    if (!mayHappen('submit', stateOf(facts), 'candidate')) return refuse('submitted-already', 409)
    const inTime = isInTimeOrPaid(candidateId, facts, at)
    if (!inTime.ok) return inTime
    if (reachedStep(facts) < printStep)
      return refuse('steps-incomplete', 422, { params: { step: reachedStep(facts) + 1 } })
    if (stepsLeftToCorrect(facts)) return refuse('steps-to-correct', 422)
    // Where the claims can no longer be changed, as in a form that was sent back for another step, they fail once it is confirmed.
    const mayChangeClaims = mayEdit(claimsStep, facts, windows(candidateId), at).ok
    return mayChangeClaims && deps.receiptsTooLate(candidateId, at).length > 0 ? refuse('receipt-too-late', 422) : ok()
  }

  function mayResubmit(candidateId: number, at: Instant): Result<undefined> {
    return stateOf(factsOf(candidateId)) !== 'reverted' ? refuse('not-reverted', 409) : maySubmit(candidateId, at)
  }

  /** Writes the next version and its effects. Joins the caller's transaction. */
  function submitted(candidateId: number): Version {
    const now = clock.portal()
    store.move(candidateId, { event: 'submit', by: 'candidate' }, now)
    const version = record(candidateId, now)
    onSubmitted(candidateId)
    tellSubmitted(candidateId, version)
    return version
  }

  /** Says if the submitted form could be taken back at `at`, the OTP apart. */
  function mayUnlock(candidateId: number, at: Instant): Result<undefined> {
    const facts = factsOf(candidateId)
    const state = stateOf(facts)
    if (facts.excludedAt !== null) return excluded(facts.excludedAt)
    if (facts.mode !== 1 || isWithCandidate(state)) return refuse('not-locked', 409)
    if (!mayHappen('unlock', state, 'candidate')) return refuse('picked-up', 409)
    return isInTime(unlocked, windows(candidateId), at)
  }

  const modeMayChange = (candidateId: number, wanted: number, at: Instant) =>
    mayChangeMode(wanted, factsOf(candidateId), course.form.modes, windows(candidateId), at)

  /** Tells the candidate the new mode, its consequences and the deadline. */
  function tellMode(candidateId: number, mode: number) {
    const closesAt = windows(candidateId).scrutiny?.closesAt
    const next = mode === 2 ? 'application:mode-changed.centre' : 'application:mode-changed.scrutiny'
    deps.tell(candidateId, 'mode-changed', (language) => ({
      mode: translate(language, mode === 2 ? 'form:scrutiny-mode.2' : 'form:scrutiny-mode.1'),
      next: translate(language, next, { by: closesAt ? formatDateTime(closesAt, language) : '' }),
    }))
  }

  function tellSubmitted(candidateId: number, { number, submittedAt }: Version): void {
    const facts = factsOf(candidateId)
    const closesAt = closingOf(facts, windows(candidateId))
    const isLate = lateIn(deps.activity, clock.portal()) !== undefined
    deps.tell(candidateId, 'application-submitted', (language) => ({
      number,
      at: formatDateTime(submittedAt, language),
      next: afterSubmission({ mode: facts.mode ?? 1, isLate, by: closesAt }, language),
    }))
  }

  function tellUnlocked(candidateId: number): void {
    const closesAt = closingOf(factsOf(candidateId), windows(candidateId))
    deps.tell(candidateId, 'application-unlocked', (language) => ({
      by: closesAt ? formatDateTime(closesAt, language) : '',
    }))
  }

  return {
    maySubmit: (candidateId: number, at: Instant = clock.portal()) => maySubmit(candidateId, at),
    mayUnlock: (candidateId: number, at: Instant = clock.portal()) => mayUnlock(candidateId, at),

    /** Submits everything as the next version. In e-scrutiny this locks the form. `at`: when the request arrived. */
    submit: (candidateId: number, proof: StepUpProof, at: Instant): Promise<Result<Version>> =>
      withStepUp({ candidateId }, 'submit', proof, {
        may: () => maySubmit(candidateId, at),
        act: () => ok(submitted(candidateId)),
      }),

    /** Resubmits a form that scrutiny sent back; no OTP is needed. Source: rules §2.9, §5.2. */
    resubmit(candidateId: number, at: Instant): Result<Version> {
      return db.transact((): Result<Version> => {
        const may = mayResubmit(candidateId, at)
        return may.ok ? ok(submitted(candidateId)) : may
      })
    },

    /**
     * Takes the submitted form back for changes; it has to be submitted again. The submitted version stays readable.
     */
    unlock: (candidateId: number, proof: StepUpProof, at: Instant): Promise<Result<undefined>> =>
      withStepUp({ candidateId }, 'unlock', proof, {
        may: () => mayUnlock(candidateId, at),
        act: () => {
          store.move(candidateId, { event: 'unlock', by: 'candidate' }, clock.portal())
          tellUnlocked(candidateId)
          return ok()
        },
      }),

    /** The mode that the submitted form could change to at `at`; null if it cannot. */
    modeToChangeTo(candidateId: number, at: Instant = clock.portal()): Exclude<ScrutinyMode, 0> | null {
      const wanted = otherMode(course.form.modes, factsOf(candidateId).mode)
      return wanted !== null && modeMayChange(candidateId, wanted, at).ok ? wanted : null
    },

    mayChangeMode: (candidateId: number, wanted: number, at: Instant = clock.portal()) =>
      modeMayChange(candidateId, wanted, at),

    /**
     * Changes the mode of a submitted form, which stays submitted: a change to a centre unlocks it, a change to
     * e-scrutiny locks it. The mode is an answer, so this adds a version of the form.
     */
    changeMode: (candidateId: number, wanted: number, proof: StepUpProof, at: Instant): Promise<Result<Version>> =>
      withStepUp({ candidateId }, 'change-mode', proof, {
        may: () => modeMayChange(candidateId, wanted, at),
        act: () => {
          const now = clock.portal()
          const row = store.step(candidateId, modeStep)!
          store.putStep(candidateId, modeStep, {
            ...row,
            version: row.version + 1,
            answers: { ...row.answers, mode: String(wanted) },
            savedAt: now,
          })
          store.move(candidateId, { event: 'change-mode', mode: wanted as ScrutinyMode, by: 'candidate' }, now)
          onSubmitted(candidateId)
          tellMode(candidateId, wanted)
          return ok(record(candidateId, now))
        },
      }),

    /** This candidate's deadline for submission. */
    deadline(candidateId: number): number | null {
      return deadlineOf(candidateId, factsOf(candidateId))
    },

    /** Is money for this form of use now, if its try began at this instant? */
    feeUse: (candidateId: number, begunAt: Instant): MoneyUse =>
      feeUse(factsOf(candidateId), windows(candidateId), { begunAt, at: clock.portal(), time: course.paymentTime }),

    /** How the form's deadline stands to a payment that began at this instant. */
    payTime(candidateId: number, begunAt: Instant): PayTime {
      const lateFrom = (deps.activity('late-registration')?.opensAt ?? null) as Instant | null
      const asked = { begunAt, at: clock.portal(), time: course.paymentTime, lateFrom }
      return payTimeOf(factsOf(candidateId), windows(candidateId), asked)
    },

    /** Until when this candidate has to submit the form; null without a date, and while it is submitted. */
    submitBy(candidateId: number): number | null {
      const facts = factsOf(candidateId)
      return isSubmitted(stateOf(facts)) ? null : deadlineOf(candidateId, facts)
    },

    /** Until when this candidate could submit the form again if they unlocked it now. */
    deadlineOnceUnlocked(candidateId: number): number | null {
      return closingOf(unlocked, windows(candidateId))
    },
  }
}
