import { reachedStep, stepsLeftToCorrect } from '../../domain/details'
import { closingOf, isInTime } from '../../domain/editing'
import { printStep, type ScrutinyMode } from '../../domain/journey'
import { lockOf } from '../../domain/lock'
import { mayChangeMode, otherMode } from '../../domain/mode-change'
import type { StepUpProof } from '../../http/step-up'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import { ok, type Refused, type Result, refuse } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { Actor, ApplicationDeps } from './deps'
import type { Facts } from './facts'
import type { Version, VersionCases } from './versions'

/** The step whose answers hold the mode of scrutiny. */
const modeStep = 0

/** Submitting the form; taking it back, or changing its mode, before scrutiny has begun. Source: decisions §3, §5. */
export function createSubmission(deps: ApplicationDeps, { factsOf, windows }: Facts, { record }: VersionCases) {
  const { db, store, clock, course, announce, kickOutbox, proveStepUp, onSubmitted } = deps

  /** Whether the form could be submitted at `at`; the OTP apart. */
  function maySubmit(candidateId: number, at: Instant): Result<undefined> {
    const facts = factsOf(candidateId)
    if (facts.submittedAt !== null && facts.revertedAt === null) return refuse('submitted-already', 409)
    if (facts.confirmedAt !== null) return refuse('confirmed-by-centre', 423)
    const inTime = isInTime(facts, windows(candidateId), at)
    if (!inTime.ok) return inTime
    if (reachedStep(facts) < printStep) return refuse('steps-incomplete', 422, { params: { step: reachedStep(facts) } })
    return stepsLeftToCorrect(facts) ? refuse('steps-to-correct', 422) : ok()
  }

  function mayResubmit(candidateId: number, at: Instant): Result<undefined> {
    return factsOf(candidateId).revertedAt === null ? refuse('not-reverted', 409) : maySubmit(candidateId, at)
  }

  /** Writes the next version and what follows from it. In the caller's transaction. */
  function submitted(candidateId: number): Version {
    const now = clock.portal()
    const version = record(candidateId, now)
    store.putApplication(candidateId, { submittedAt: now, revertedAt: null, stepsToCorrect: 0 })
    onSubmitted(candidateId)
    tell(candidateId, 'application-submitted', version)
    return version
  }

  /** Whether the submitted form could be taken back at `at`; the OTP apart. */
  function mayUnlock(candidateId: number, at: Instant): Result<undefined> {
    const { mode, submittedAt, revertedAt, pickedUpAt, confirmedAt } = factsOf(candidateId)
    const isLocked =
      lockOf({ mode, lockForm: submittedAt !== null && revertedAt === null ? 1 : 0, isArcConfirmed: 0 }) === 'locked'
    if (!isLocked) return refuse('not-locked', 409)
    if (pickedUpAt !== null || confirmedAt !== null) return refuse('picked-up', 409)
    return isInTime({ submittedAt: null, lastRevertedAt: null }, windows(candidateId), at)
  }

  const modeMayChange = (candidateId: number, wanted: number, at: Instant) =>
    mayChangeMode(wanted, factsOf(candidateId), course.form.modes, windows(candidateId), at)

  /** Tells of the new mode, and what follows from it by when. */
  function tellMode(candidateId: number, mode: number) {
    const { userId, mobile, email, language } = store.contact(candidateId)
    const closesAt = windows(candidateId).scrutiny?.closesAt
    const by = closesAt ? formatDateTime(closesAt, language) : ''
    const next = mode === 2 ? 'application:mode-changed.centre' : 'application:mode-changed.scrutiny'
    const params = {
      userId,
      mode: translate(language, mode === 2 ? 'form:scrutiny-mode.2' : 'form:scrutiny-mode.1'),
      next: translate(language, next, { by }),
    }
    announce({ candidateId, channel: 'sms', to: mobile, template: 'mode-changed', language, params })
    announce({ candidateId, channel: 'email', to: email, template: 'mode-changed', language, params })
  }

  function tell(candidateId: number, template: 'application-submitted' | 'application-unlocked', version?: Version) {
    const { userId, mobile, email, language } = store.contact(candidateId)
    const facts = factsOf(candidateId)
    const closesAt = closingOf(facts, windows(candidateId))
    const by = closesAt ? formatDateTime(closesAt, language) : ''
    const params: Record<string, string | number> = version
      ? {
          userId,
          number: version.number,
          at: formatDateTime(version.submittedAt, language),
          fingerprint: version.fingerprint.slice(0, 12),
          next: translate(
            language,
            facts.mode === 2 ? 'application:submitted.next-centre' : 'application:submitted.next-scrutiny',
            {
              by,
            },
          ),
        }
      : { userId, by }
    announce({ candidateId, channel: 'sms', to: mobile, template, language, params })
    announce({ candidateId, channel: 'email', to: email, template, language, params })
  }

  /** Pressed twice, an act finds its OTP used up by itself: what has become of the form is the better answer. */
  const orDone = (proof: Refused, still: Result<unknown>): Refused => (still.ok ? proof : still)

  return {
    maySubmit: (actor: Actor, at: Instant = clock.portal()) => maySubmit(actor.candidateId, at),
    mayUnlock: (actor: Actor, at: Instant = clock.portal()) => mayUnlock(actor.candidateId, at),

    /** Submits everything as the next version. In e-scrutiny it locks the form. `at`: when the request arrived. */
    async submit(actor: Actor, proof: StepUpProof, at: Instant): Promise<Result<Version>> {
      const { candidateId } = actor
      const may = maySubmit(candidateId, at)
      if (!may.ok) return may
      const proved = await proveStepUp(actor, 'submit', proof)
      if (!proved.ok) return orDone(proved, maySubmit(candidateId, at))
      const result = db.transact((): Result<Version> => {
        const still = maySubmit(candidateId, at)
        if (!still.ok) return still
        return ok(submitted(candidateId))
      })
      kickOutbox()
      return result
    },

    /** Whether the form that scrutiny sent back could be submitted again at `at`. */
    mayResubmit: ({ candidateId }: Actor, at: Instant = clock.portal()) => mayResubmit(candidateId, at),

    /** Submits a form again that scrutiny sent back: no OTP is asked for. Source: decisions §2, §5. */
    resubmit({ candidateId }: Actor, at: Instant): Result<Version> {
      const result = db.transact((): Result<Version> => {
        const may = mayResubmit(candidateId, at)
        return may.ok ? ok(submitted(candidateId)) : may
      })
      kickOutbox()
      return result
    },

    /** Takes the submitted form back to change it; it has to be submitted again. What was submitted stays readable. */
    async unlock(actor: Actor, proof: StepUpProof, at: Instant): Promise<Result<undefined>> {
      const { candidateId } = actor
      const may = mayUnlock(candidateId, at)
      if (!may.ok) return may
      const proved = await proveStepUp(actor, 'unlock', proof)
      if (!proved.ok) return orDone(proved, mayUnlock(candidateId, at))
      const result = db.transact((): Result<undefined> => {
        const still = mayUnlock(candidateId, at)
        if (!still.ok) return still
        store.putApplication(candidateId, { submittedAt: null })
        tell(candidateId, 'application-unlocked')
        return ok()
      })
      kickOutbox()
      return result
    },

    /** The mode that the submitted form could change to at `at`; null where it could not. */
    modeToChangeTo({ candidateId }: Actor, at: Instant = clock.portal()): Exclude<ScrutinyMode, 0> | null {
      const wanted = otherMode(course.form.modes, factsOf(candidateId).mode)
      return wanted !== null && modeMayChange(candidateId, wanted, at).ok ? wanted : null
    },

    mayChangeMode: ({ candidateId }: Actor, wanted: number, at: Instant = clock.portal()) =>
      modeMayChange(candidateId, wanted, at),

    /**
     * Changes the mode of a submitted form, which stays submitted: to a centre opens it for changes, to e-scrutiny locks
     * it. The mode is an answer, so that the form has one more version.
     */
    async changeMode(actor: Actor, wanted: number, proof: StepUpProof, at: Instant): Promise<Result<Version>> {
      const { candidateId } = actor
      const may = modeMayChange(candidateId, wanted, at)
      if (!may.ok) return may
      const proved = await proveStepUp(actor, 'change-mode', proof)
      if (!proved.ok) return orDone(proved, modeMayChange(candidateId, wanted, at))
      const result = db.transact((): Result<Version> => {
        const still = modeMayChange(candidateId, wanted, at)
        if (!still.ok) return still
        const now = clock.portal()
        const row = store.step(candidateId, modeStep)!
        store.putStep(candidateId, modeStep, {
          ...row,
          version: row.version + 1,
          answers: { ...row.answers, mode: String(wanted) },
          savedAt: now,
        })
        store.putApplication(candidateId, { mode: wanted })
        onSubmitted(candidateId)
        tellMode(candidateId, wanted)
        return ok(record(candidateId, now))
      })
      kickOutbox()
      return result
    },

    /** The moment by which this candidate must have submitted. */
    deadline(actor: Actor): number | null {
      return closingOf(factsOf(actor.candidateId), windows(actor.candidateId))
    },
  }
}
