import { mayChangeOptions } from '#server/domain/seats/option-form.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import type { Asked, OptionFormDeps } from './deps'
import type { Forms, OptionForm, SaveRefusal } from './forms'
import type { OptionList } from './schema'

/** A candidate saves their list of choices. Source: rules §8.5. */
export function createSave({ db }: OptionFormDeps, { window, find, factsOf, stale, faulty, write }: Forms) {
  /** Saves a whole list, built on a version. */
  function save(
    candidateId: number,
    round: CapRound,
    { version, choices: typed }: OptionList,
    { at, sessionId }: Asked,
    act: 'saved' | 'imported' = 'saved',
  ): Result<OptionForm, SaveRefusal> {
    return db.transact((): Result<OptionForm, SaveRefusal> => {
      const current = find(candidateId, round)
      const may = mayChangeOptions(factsOf(candidateId, current), window(round), at)
      if (!may.ok) return may
      if (version !== current.version) return stale(current)
      const choices = typed.map(typedId)
      const fault = faulty(candidateId, choices)
      if (!fault.ok) return fault
      // A repeat, as after a lost answer, counts as the same save.
      if (current.version > 0 && choices.join() === current.choices.join()) return ok(current)
      return ok(write(candidateId, { sessionId }, current, act, choices, { confirmedAt: null, fingerprint: null }))
    })
  }

  return {
    save,
    /** The same, flushed to disk together with other saves at this moment. */
    saveSoon: (...call: Parameters<typeof save>) => db.transactTogether(() => save(...call)),
  }
}
