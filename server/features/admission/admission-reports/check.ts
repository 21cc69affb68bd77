import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { mayDo, maySeeFigures, type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Approvals } from './approval-list'
import type { Count } from './count'
import type { AdmissionReportsDeps } from './deps'
import type { AdmissionCheck } from './schema'
import type { Objection } from './store'

/** The second check of admissions, by the regional offices. Source: rules §9.7. */
export function createCheck(
  { db, store, clock, record }: AdmissionReportsDeps,
  { approvalList }: Pick<Approvals, 'approvalList'>,
  { verdictsGiven }: Pick<Count, 'verdictsGiven'>,
) {
  /** Gives the same verdict to these admissions. `reason`: of an objection; null: they are in order. */
  function judge(
    officer: Officer,
    code: string,
    admissions: readonly number[],
    reason: string | null,
  ): Result<undefined> {
    if (!mayDo(officer.role, 'approve')) return refuse('approval-only-region', 403)
    return db.transact((): Result<undefined> => {
      const list = approvalList(officer, code)
      if (!list.ok) return list
      const known = new Map(list.value.lines.map((line) => [line.id, line]))
      if (!admissions.every((id) => known.has(id))) return refuse('unknown-admission', 404)
      const verdict = reason === null ? 'checked' : 'objected'
      for (const admissionId of admissions) {
        store.check({ admissionId, verdict, reason, checkedAt: clock.portal(), checkedBy: officer.id })
        const { candidateId } = known.get(admissionId)!
        record(auditActor(officer), `approval.${verdict}`, { candidateId }, { institute: code })
      }
      verdictsGiven(code)
      return ok()
    })
  }

  /** The objections that the officer's institute has to answer; none for anybody else. */
  function objectionsAt(officer: Officer): Objection[] {
    const institute = ownInstitute(officer)
    return institute.ok ? store.objections(institute.value) : []
  }

  return {
    /** The admissions that wait for the second check of the officer's regional office, or its objections for the institute. */
    waiting(officer: Officer): Waiting[] {
      const objections = objectionsAt(officer)
      const oldest = objections[0]?.at ?? null
      if (objections.length)
        return [{ kind: 'objection', page: 'reporting', count: objections.length, oldestAt: oldest, dueAt: null }]
      if (!mayDo(officer.role, 'approve')) return []
      const own = store.places().filter(({ district }) => maySeeFigures(officer, regionOf(district)))
      const { count, oldestAt } = store.unchecked(own.map(({ code }) => code))
      return [{ kind: 'approval', page: 'approvals', count: Math.min(count, mostCounted + 1), oldestAt, dueAt: null }]
    },

    /**
     * Marks an admission as checked, or objects to it with a reason; a later verdict replaces an earlier one. Refusals:
     * `approval-only-region` (403) for everybody but a regional office, `unknown-institute` and `unknown-admission`
     * (404), and `check-answers` (422) for an objection without a reason.
     */
    check(officer: Officer, code: string, { admission, verdict, reason }: AdmissionCheck): Result<undefined> {
      if (verdict === 'checked') return judge(officer, code, [admission], null)
      if (!reason) return refuse('check-answers', 422, { fields: [{ field: 'reason', code: 'checkReason.required' }] })
      return judge(officer, code, [admission], reason)
    },

    /** Marks all of these admissions as checked, or none; refusals as for one. */
    checkAll: (officer: Officer, code: string, admissions: readonly number[]): Result<undefined> =>
      judge(officer, code, admissions, null),

    objectionsAt,
  }
}
