import { maySign, type ReportingDay } from '#server/domain/admission/reporting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { type Result, refuse } from '#server/kernel/result.ts'
import { countGroups } from './counts'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'

/** The signatures that close the days of reporting. Source: rules §8.14, §8.15. */
export function createSign({ db, store, clock, acceptance, onSigned, record }: ReportingDeps, reach: Reach) {
  /** Signs a day, and every unsigned day of the round before it. */
  const signDay = (officer: Officer, institute: string, round: CapRound, day: string): Result<ReportingDay[]> =>
    db.transact((): Result<ReportingDay[]> => {
      if (!store.coursesAt(round, institute).length) return refuse('reporting-no-day', 404)
      if (!store.isInRound(round, institute)) return refuse('reporting-nothing-to-sign', 409)
      const days = reach.daysOf(round)
      const signed = store.signed(institute, round).map((one) => one.day)
      const allowed = maySign(day, { days, signed, waiting: store.waiting(institute).length }, clock.portal())
      if (!allowed.ok) return allowed
      const { admitted, ...counts } = countGroups(acceptance.seatsAt(round, institute))
      const notRecorded = counts['to-report'] + counts['not-recorded']
      const signedAt = clock.portal()
      store.sign(
        allowed.value.map((one) => ({
          instituteCode: institute,
          day: one.day,
          round,
          signedAt,
          signedBy: officer.id,
          admitted,
          notRecorded,
        })),
      )
      onSigned(round, institute)
      record(
        auditActor(officer),
        'reporting.day-signed',
        { of: `institute:${institute}` },
        { round, day, admitted, notRecorded },
      )
      return allowed
    })

  return {
    /**
     * An institute signs its own day, after it has closed. Refusals: `reporting-no-day` (404),
     * `reporting-nothing-to-sign`, `reporting-day-open`, `reporting-day-signed`, `reporting-corrections-wait` (409).
     */
    sign(officer: Officer, round: CapRound, day: string): Result<ReportingDay[]> {
      const own = ownInstitute(officer)
      return own.ok ? signDay(officer, own.value, round, day) : own
    },

    /** The cell signs for an institute that did not, so that the next round need not wait for it. */
    signFor(officer: Officer, institute: string, round: CapRound, day: string): Result<ReportingDay[]> {
      const cell = reach.isCell(officer)
      return cell.ok ? signDay(officer, institute, round, day) : cell
    },
  }
}
