import type { Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { mayDo, type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'
import type { WithdrawnAdmission } from './store'

/** Admissions that orders withdrew, until the institute has noted each. Source: rules §8.16. */
export function createWithdrawals({ db, store, clock, record }: ReportingDeps, reach: Reach) {
  /** The withdrawals of all rounds that the officer's institute has not noted, newest first; none for anybody else. */
  function withdrawalsToNote(officer: Officer): WithdrawnAdmission[] {
    const institute = ownInstitute(officer)
    return institute.ok && mayDo(officer.role, 'institute') ? store.withdrawn(institute.value, null) : []
  }

  return {
    withdrawalsToNote,

    withdrawalsWaiting(officer: Officer): Waiting[] {
      const found = withdrawalsToNote(officer)
      const oldestAt = found.at(-1)?.at ?? null
      return [{ kind: 'withdrawal', page: 'reporting', count: found.length, oldestAt, dueAt: null }]
    },

    /**
     * The institute notes that an order withdrew the admission of this candidate; twice does no harm. Refusals:
     * `reporting-unknown` (404), and `no-withdrawal` (409) if no order did.
     */
    noteWithdrawal(officer: Officer, userId: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach.candidate(officer, userId)
        if (!found.ok) return found
        const { person, seat, institute } = found.value
        const isOwn = (one: WithdrawnAdmission) => one.userId === userId
        const open = withdrawalsToNote(officer).filter(isOwn)
        if (!open.length && !store.withdrawn(institute, seat.offer.round).some(isOwn))
          return refuse('no-withdrawal', 409)
        for (const { id } of open) {
          store.seeWithdrawal(id, clock.portal())
          record(auditActor(officer), 'reporting.withdrawal-noted', { candidateId: person.id }, { admission: id })
        }
        return ok()
      })
    },
  }
}
