import { imported, mayStar } from '#server/domain/seats/option-form.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import type { Choosing } from './choosing'
import type { OptionFormDeps } from './deps'

/**
 * Courses that a candidate keeps in mind by a star, at any time. Once an option form is open, they are offered to it as a
 * beginning; they never change a list by themselves. Source: rules §8.5.
 */
export function createStars({ db, store, clock }: OptionFormDeps, { offer }: Choosing) {
  return {
    /** The starred choice codes, in the order in which they were starred; also those no longer offered. */
    stars: (candidateId: number): string[] => store.stars(candidateId),

    /** Sets a star or takes it away; what is so already stays so. */
    star(candidateId: number, typed: string, isStarred: boolean): Result<undefined> {
      const code = typedId(typed)
      return db.transact((): Result<undefined> => {
        if (!isStarred) {
          store.unstar(candidateId, code)
          return ok()
        }
        const may = mayStar(store.stars(candidateId), code, offer(candidateId))
        if (!may.ok) return may
        store.star({ candidateId, choiceCode: code, starredAt: clock.portal() })
        return ok()
      })
    },

    /** What the stars would add to the list of a round: those on offer to the candidate that it lacks; `gone`: the others. */
    starredFor(candidateId: number, round: CapRound): { choices: string[]; gone: string[] } {
      return imported(store.choices(candidateId, round), store.stars(candidateId), offer(candidateId))
    },
  }
}
