import { createHash } from 'node:crypto'
import { mayConfirmOptions, mayUnlockOptions } from '#server/domain/seats/option-form.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Asked, OptionFormDeps } from './deps'
import type { Forms, OptionForm, SaveRefusal } from './forms'
import type { OptionConfirmation } from './schema'

/** A candidate confirms a list, or unlocks it again, with password and OTP. Source: rules §8.5. */
export function createConfirm(
  { db, store, clock, course, withStepUp, onConfirmed }: OptionFormDeps,
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

  return {
    mayConfirm: (candidateId: number, round: CapRound, at: Instant = clock.portal()) =>
      mayConfirm(candidateId, round, at),
    mayUnlock: (candidateId: number, round: CapRound, at: Instant = clock.portal()) =>
      mayUnlock(candidateId, round, at),

    /** Confirms the saved list with password and OTP. */
    confirm(
      candidateId: number,
      round: CapRound,
      { version, ...proof }: OptionConfirmation,
      by: Asked,
    ): Promise<Result<OptionForm, SaveRefusal>> {
      return withStepUp({ candidateId }, 'confirm-options', proof, {
        may: () => mayConfirm(candidateId, round, by.at, version),
        act: () => ok(confirmed(candidateId, round, by)),
      })
    },

    /** The same without a proof, for the demo's cohort of candidates. */
    confirmUnasked(candidateId: number, round: CapRound): Result<OptionForm, SaveRefusal> {
      return db.transact((): Result<OptionForm, SaveRefusal> => {
        const may = mayConfirm(candidateId, round, clock.portal())
        return may.ok ? ok(confirmed(candidateId, round, {})) : may
      })
    },

    /** Withdraws the confirmation so that the list can change; it has to be confirmed again. */
    unlock(
      candidateId: number,
      round: CapRound,
      { version: _, ...proof }: OptionConfirmation,
      by: Asked,
    ): Promise<Result<OptionForm, SaveRefusal>> {
      return withStepUp({ candidateId }, 'unlock-options', proof, {
        may: () => mayUnlock(candidateId, round, by.at),
        act: () => {
          const current = find(candidateId, round)
          const form = write(candidateId, by, current, 'unlocked', current.choices, {
            confirmedAt: null,
            fingerprint: null,
          })
          tell(candidateId, 'options-unlocked', { ...form, fingerprint: current.fingerprint })
          return ok(form)
        },
      })
    },
  }
}
