import { uncompared } from '#server/domain/desk/imports.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Result } from '#server/kernel/result.ts'
import type { SeatMatrixDeps } from './deps'
import { createMatrixEditions } from './editions'
import { createMatrixImport } from './import'
import { createMatrixReview } from './review'
import type { NamedEdition } from './store'

/**
 * The seat matrix: imported from a file, checked against its identities, published by a second person. Source: rules
 * §8.1, §8.3.
 */
export function createSeatMatrix(deps: SeatMatrixDeps) {
  const { db, store, onChanged } = deps
  const editions = createMatrixEditions(deps)
  const { release, pendingAsSeen } = editions
  return {
    ...createMatrixImport(deps),
    ...createMatrixReview(deps, editions),

    /** Does an edition that is in force, or waits to be, have this institute? */
    isInstitute: (code: string): boolean => store.hasInstitute(code),
    /** Does it have this choice code? */
    isChoiceCode: (code: string): boolean => store.hasChoiceCode(code),

    /**
     * Puts an edition in force as the officer saw it; not by those who imported it or vouched for its numbers.
     * `checked`: the officer has compared what a spreadsheet may have changed; without it the refusal is `check-answers` (422).
     */
    publish(actor: StaffMember, id: number, seen: string, checked = false): Result<NamedEdition> {
      const result = db.transact((): Result<NamedEdition> => {
        const found = pendingAsSeen(id, seen)
        if (!found.ok) return found
        const { doubts } = editions.reportOf(found.value, store.courses(id))
        return doubts.length && !checked ? uncompared() : release.release(actor, id)
      })
      if (result.ok) onChanged()
      return result
    },

    /** Discards an unpublished edition; its number is free again. */
    discard: release.discard,
  }
}
