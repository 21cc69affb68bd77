import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { ShownFact } from '../scrutiny/shown-facts'
import type { GrievancesDeps } from './deps'
import type { Found, Grievance } from './grievance'

type DeskGrievance = Grievance & {
  candidateId: number
  candidate: { userId: string; fullName: string; district: string }
  /** Approval is possible: the application is confirmed and the final list is not yet published. */
  mayApprove: boolean
  /** What it is about, beside the documents that prove it. */
  facts: ShownFact[]
}

/** One grievance for the officer; logs the reading. */
export const read =
  ({ db, store, record }: GrievancesDeps, { numberOf, shown, within, mayBeApproved, contested }: Found) =>
  (officer: Officer, id: number, language: Language): Result<DeskGrievance> =>
    db.transact((): Result<DeskGrievance> => {
      const found = within(officer, id)
      if (!found.ok) return found
      const row = found.value
      const { candidateId } = row
      record(auditActor(officer), 'grievances.read', { candidateId, of: `grievance:${numberOf(id)}` })
      const { userId, fullName, district } = store.owner(candidateId)
      return ok({
        ...shown(row),
        candidateId,
        candidate: { userId, fullName, district },
        mayApprove: mayBeApproved(row).ok,
        facts: contested(row, language),
      })
    })
