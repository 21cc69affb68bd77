import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { mayDo, mayTouch, type Officer, type StaffScope } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { SeatMatrixStore } from './store'

type AttestationDeps = {
  db: Database
  store: SeatMatrixStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
}

/** Institutes sign or object to their lines of an unpublished seat matrix, by a set date. Source: rules §8.3. */
export function createSeatAttestation({ db, store, clock, record }: AttestationDeps) {
  /** The institute that an officer works for; null for others. */
  const instituteOf = ({ role, institute, ...scope }: StaffScope): string | null =>
    institute !== null &&
    mayDo(role, 'institute') &&
    mayTouch({ ...scope, role, institute }, { centre: null, region: null, institute })
      ? institute
      : null

  /** Writes an answer while there is time, in place of an earlier one. */
  function answer(
    actor: Officer,
    editionId: number,
    code: string,
    objections: readonly { choiceCode: string; reason: string }[],
  ): Result<undefined> {
    const asked = store.asked()
    if (!asked || asked.id !== editionId) return refuse('seat-attestation-over', 409)
    if (clock.portal() >= asked.attestBy) return refuse('seat-attestation-over', 409)
    const lines = store.coursesAt(editionId, code).map(({ choiceCode }) => choiceCode)
    if (!lines.length) return refuse('unknown-institute', 404)
    const own = objections.filter(({ choiceCode }) => lines.includes(choiceCode))
    const verdict = own.length ? 'objected' : 'signed'
    store.attest({ editionId, instituteCode: code, verdict, at: clock.portal(), by: actor.id }, lines, own)
    record(
      auditActor(actor),
      `seat-matrix.${verdict}`,
      { of: `seat-matrix:${editionId}` },
      { institute: code, objections: own.length },
    )
    return ok()
  }

  /** The lines that the officer's institute is asked about, with its answer so far; null if it is not asked. */
  function askedOf(officer: StaffScope) {
    const code = instituteOf(officer)
    const asked = store.asked()
    if (code === null || !asked) return null
    const courses = store.coursesAt(asked.id, code)
    if (!courses.length) return null
    const given = store.attestations(asked.id).find(({ instituteCode }) => instituteCode === code) ?? null
    const codes = new Set(courses.map(({ choiceCode }) => choiceCode))
    return {
      ...asked,
      isOpen: clock.portal() < asked.attestBy,
      courses,
      answer: given,
      objections: store.objections(asked.id).filter(({ choiceCode }) => codes.has(choiceCode)),
    }
  }

  return {
    asked: askedOf,

    /** The lines of the officer's institute that wait for its answer, while it can answer; for the desk's home. */
    waiting(officer: StaffScope): Waiting[] {
      const asked = askedOf(officer)
      if (!asked?.isOpen || asked.answer) return []
      const { courses, attestBy } = asked
      return [
        { kind: 'seats-to-sign', count: courses.length, oldestAt: null, dueAt: attestBy, page: 'institute-seats' },
      ]
    },

    /** The institute's own answer: no objection means that it signs all of its lines. */
    answer: (
      officer: Officer,
      editionId: number,
      objections: readonly { choiceCode: string; reason: string }[],
    ): Result<undefined> =>
      db.transact((): Result<undefined> => {
        const code = instituteOf(officer)
        return code === null ? refuse('reporting-no-institute', 403) : answer(officer, editionId, code, objections)
      }),

    /** An admin records that an institute has signed all of its lines on paper. */
    recordPaper: (officer: Officer, editionId: number, code: string): Result<undefined> =>
      db.transact(
        (): Result<undefined> =>
          mayDo(officer.role, 'publish') ? answer(officer, editionId, code, []) : refuse('unknown-institute', 404),
      ),
  }
}
