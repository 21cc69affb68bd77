import { mostCounted, type Waiting, type WaitingKind } from '#server/domain/desk/waiting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { mayDo, maySeeFigures, type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Approvals } from './approval-list'
import type { Count } from './count'
import type { AdmissionReportsDeps } from './deps'
import type { AdmissionCheck } from './schema'
import type { Objection } from './store'

const lineOf = (
  kind: WaitingKind,
  page: Waiting['page'],
  { count, oldestAt }: { count: number; oldestAt: number | null },
): Waiting => ({ kind, page, count: Math.min(count, mostCounted + 1), oldestAt, dueAt: null })

/** The second check of admissions, by the regional offices. Source: rules §9.7. */
export function createCheck(
  { db, store, clock, record }: AdmissionReportsDeps,
  { approvalList }: Pick<Approvals, 'approvalList'>,
  { checksChanged }: Pick<Count, 'checksChanged'>,
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
      checksChanged(code)
      return ok()
    })
  }

  return {
    /**
     * The admissions that wait for the second check of the officer's regional office, and the answers that it has to read;
     * for an institute, the objections that it has to answer.
     */
    waiting(officer: Officer): Waiting[] {
      const institute = ownInstitute(officer)
      if (mayDo(officer.role, 'institute') && institute.ok)
        return [lineOf('objection', 'reporting', store.unanswered([institute.value]))]
      if (!mayDo(officer.role, 'approve')) return []
      const own = store.places().filter(({ district }) => maySeeFigures(officer, regionOf(district)))
      const codes = own.map(({ code }) => code)
      return [
        lineOf('approval', 'approvals', store.unchecked(codes)),
        { ...lineOf('objection-answered', 'approvals', store.answered(codes)), query: { sort: '-answered' } },
      ]
    },

    /**
     * The institute answers the objection to an admission of its own; a later answer replaces an earlier one, a later verdict
     * of the regional office both. Refusal: `unknown-objection` (404).
     */
    answerObjection(officer: Officer, userId: string, answer: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const own = mayDo(officer.role, 'institute') ? ownInstitute(officer) : refuse('unknown-objection', 404)
        const found = own.ok && store.objection(own.value, userId)
        if (!found) return refuse('unknown-objection', 404)
        store.answer(found.admissionId, { answer, answeredAt: clock.portal(), answeredBy: officer.id })
        record(auditActor(officer), 'approval.answered', { candidateId: found.candidateId }, { institute: own.value })
        checksChanged(own.value)
        return ok()
      })
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

    /** The objections to admissions of the officer's institute, answered or not; none for anybody else. */
    objectionsAt(officer: Officer): Objection[] {
      const institute = ownInstitute(officer)
      return institute.ok ? store.objections(institute.value) : []
    },

    /** The objection to the admission of one candidate of the officer's institute. */
    objectionTo(officer: Officer, userId: string): Objection | undefined {
      const institute = ownInstitute(officer)
      return institute.ok ? store.objection(institute.value, userId) : undefined
    },
  }
}
