import { createHash } from 'node:crypto'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import { mayConfirmOptions, mayUnlockOptions } from '#server/domain/seats/option-form.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Asked, OptionFormDeps } from './deps'
import type { Forms, OptionForm, SaveRefusal } from './forms'
import type { OptionConfirmation } from './schema'

/** A candidate confirms a list, or unlocks it again, with password and OTP. Source: rules §8.5. */
export function createConfirm(
  { db, store, clock, course, proveStepUp, onConfirmed }: OptionFormDeps,
  { window, find, factsOf, stale, faulty, write, tell }: Forms,
) {
  function mayConfirm(candidateId: number, round: CapRound, at: Instant, version?: number) {
    const current = find(candidateId, round)
    const may = mayConfirmOptions(factsOf(candidateId, current), window(round), at)
    if (!may.ok) return may
    if (version !== undefined && version !== current.version) return stale(current)
    return faulty(candidateId, current.choices)
  }

  const mayUnlock = (candidateId: number, round: CapRound, at: Instant) =>
    mayUnlockOptions(factsOf(candidateId, find(candidateId, round)), window(round), at)

  /** Confirms the saved list; joins the caller's transaction. */
  function confirmed(candidateId: number, round: CapRound, by: Pick<Asked, 'sessionId'>): OptionForm {
    const current = find(candidateId, round)
    const content = [course.slug, store.userId(candidateId), round, ...current.choices].join('\n')
    const form = write(candidateId, by, current, 'confirmed', current.choices, {
      confirmedAt: clock.portal(),
      fingerprint: createHash('sha256').update(content).digest('hex'),
    })
    onConfirmed(candidateId, round)
    tell(candidateId, 'options-confirmed', form)
    return form
  }

  /** An act that needs password and OTP: checked before the proof and again after it, in the act's transaction. */
  async function proved(
    candidateId: number,
    purpose: StepUpPurpose,
    proof: StepUpProof,
    may: () => Result<undefined, SaveRefusal>,
    act: () => OptionForm,
  ): Promise<Result<OptionForm, SaveRefusal>> {
    const before = may()
    if (!before.ok) return before
    const isProved = await proveStepUp({ candidateId }, purpose, proof)
    if (!isProved.ok) {
      // A repeated press finds the OTP already used; report what has become of the list instead.
      const still = may()
      return still.ok ? isProved : still
    }
    return db.transact((): Result<OptionForm, SaveRefusal> => {
      const still = may()
      return still.ok ? ok(act()) : still
    })
  }

  return {
    mayConfirm: (candidateId: number, round: CapRound, at: Instant = clock.portal()) =>
      mayConfirm(candidateId, round, at),
    mayUnlock: (candidateId: number, round: CapRound, at: Instant = clock.portal()) =>
      mayUnlock(candidateId, round, at),

    /** Confirms the saved list with password and OTP. */
    confirm(candidateId: number, round: CapRound, { version, ...proof }: OptionConfirmation, by: Asked) {
      const may = () => mayConfirm(candidateId, round, by.at, version)
      return proved(candidateId, 'confirm-options', proof, may, () => confirmed(candidateId, round, by))
    },

    /** The same without a proof, for the demo's cohort of candidates. */
    confirmUnasked(candidateId: number, round: CapRound): Result<OptionForm, SaveRefusal> {
      return db.transact((): Result<OptionForm, SaveRefusal> => {
        const may = mayConfirm(candidateId, round, clock.portal())
        return may.ok ? ok(confirmed(candidateId, round, {})) : may
      })
    },

    /** Withdraws the confirmation so that the list can change; it has to be confirmed again. */
    unlock(candidateId: number, round: CapRound, { version: _, ...proof }: OptionConfirmation, by: Asked) {
      return proved(
        candidateId,
        'unlock-options',
        proof,
        () => mayUnlock(candidateId, round, by.at),
        () => {
          const current = find(candidateId, round)
          const form = write(candidateId, by, current, 'unlocked', current.choices, {
            confirmedAt: null,
            fingerprint: null,
          })
          tell(candidateId, 'options-unlocked', { ...form, fingerprint: current.fingerprint })
          return form
        },
      )
    },
  }
}
