import { mayCorrect, originalsOf } from '#server/domain/admission/reporting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { mayDo, mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { admitNow } from './admit'
import type { ReportingDeps } from './deps'
import { complete, originalsIn, type Posted } from './originals'
import type { Reach } from './reach'
import { CorrectionForm } from './schema'
import type { Correction } from './store'

/** Corrections of what an institute recorded, by two people. Source: rules §8.15. */
export function createCorrections(deps: ReportingDeps, reach: Reach) {
  const { db, store, clock, acceptance, answers, tell, record } = deps
  const write = admitNow(deps)

  const release = deps.releases.of<Correction>({
    kind: 'admission-correction',
    find: store.correction,
    refusals: { unknown: 'unknown-correction', decided: 'correction-decided' },
    acts: { release: 'reporting.correction-released', discard: 'reporting.correction-refused' },
    subject: ({ candidateId }) => ({ candidateId }),
    detail: ({ id, kind, round, instituteCode }) => ({ correction: id, kind, round, institute: instituteCode }),
    isWithin: ({ instituteCode }, { institute, role }) => institute === instituteCode || mayDo(role, 'publish'),
    onRelease: (correction, by) => carryOut(correction, by),
  })

  /** Carries out a correction that a second person released, if the seat is still as it was. */
  function carryOut(correction: Correction, by: { id: number }): Result<undefined> {
    const { kind, candidateId, round, instituteCode } = correction
    const seat = acceptance.seats(candidateId).find(({ offer }) => offer.round === round)
    if (!seat) return refuse('reporting-unknown', 404)
    const allowed = mayCorrect(kind, seat.state, reach.isRoundSigned(instituteCode, round))
    if (!allowed.ok) return allowed
    if (kind === 'record-late') {
      write(seat, instituteCode, correction, by, clock.portal())
      return ok()
    }
    store.undoAdmission(store.admission(candidateId, round)!.id, clock.portal())
    deps.onUndone(instituteCode)
    const { name } = store.instituteAt(round, correction.choiceCode)!
    tell(candidateId, 'admission-undone', {
      institute: name,
      choiceCode: correction.choiceCode,
      reason: correction.reason,
    })
    return ok()
  }

  /** A correction that this officer may decide: of their own institute, or any for the cell. */
  function decidable(officer: Officer, id: number): Result<Correction> {
    const found = store.correction(id)
    const isOurs =
      found !== undefined &&
      (mayDo(officer.role, 'institute') || mayDo(officer.role, 'publish')) &&
      mayTouch(officer, { centre: null, region: null, institute: found.instituteCode })
    return isOurs ? ok(found) : refuse('unknown-correction', 404)
  }

  return {
    /** May this officer release a correction, as its second person? */
    mayReleaseCorrection: (officer: Officer, correction: Correction): boolean =>
      decidable(officer, correction.id).ok && release.mayRelease(correction, officer),

    /**
     * Prepares a correction, which a second person of the institute or of the cell releases. Refusals: `not-late`,
     * `not-admitted-yet`, `reporting-day-signed`, `correction-waits` (409), and faults of the form.
     */
    prepareCorrection: (officer: Officer, userId: string, given: Posted): Result<number> =>
      db.transact((): Result<number> => {
        const found = reach.candidate(officer, userId)
        if (!found.ok) return found
        const { person, seat, institute } = found.value
        const originals = originalsOf(answers(person.id))
        const sent = parseForm(CorrectionForm(originals), given)
        if (!sent.ok) return sent
        const { intent: kind, reason } = sent.value
        const { round, choiceCode } = seat.offer
        if (store.waiting(institute).some(({ candidateId }) => candidateId === person.id))
          return refuse('correction-waits', 409)
        const allowed = mayCorrect(kind, seat.state, reach.isRoundSigned(institute, round))
        if (!allowed.ok) return allowed
        const noted = kind === 'undo' ? { seen: [], awaited: [] } : originalsIn(originals, sent.value)
        const seen = kind === 'undo' ? ok() : complete(originals, noted)
        if (!seen.ok) return seen
        const id = store.addCorrection({
          kind,
          candidateId: person.id,
          round,
          choiceCode,
          instituteCode: institute,
          reason,
          seen: [...noted.seen],
          awaited: [...noted.awaited],
          state: 'prepared',
          preparedAt: clock.portal(),
          preparedBy: officer.id,
        })
        record(
          auditActor(officer),
          'reporting.correction-prepared',
          { candidateId: person.id },
          { correction: id, kind, round },
        )
        return ok(id)
      }),

    /** A second person releases a correction, or somebody refuses it. */
    decideCorrection(officer: Officer, id: number, decision: 'release' | 'discard'): Result<Correction> {
      const found = decidable(officer, id)
      return found.ok ? release[decision](officer, id) : found
    },
  }
}

export type Corrections = ReturnType<typeof createCorrections>
