import { type ReportingDay, reportingDays } from '#server/domain/admission/reporting.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { mayDo, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OfferedSeat, Officer, ReportingDeps } from './deps'
import type { Person } from './store'

/** A candidate with a seat at the officer's institute; the newest such seat. */
type Reached = { person: Person; seat: OfferedSeat; institute: string; course: string }

/** Says whose candidates an officer reaches: an institute reaches its own alone. */
export function createReach({ store, acceptance, activity }: ReportingDeps) {
  return {
    /** Refuses everybody but the cell. */
    isCell: (officer: Officer): Result<undefined> =>
      mayDo(officer.role, 'publish') ? ok() : refuse('reporting-cell-only', 403),

    /** A candidate of the officer's institute. Another institute's candidate looks like an unknown one. */
    candidate(officer: Officer, userId: string): Result<Reached> {
      const institute = ownInstitute(officer)
      if (!institute.ok) return institute
      const person = /^[A-Z]{2}\d{8}$/.test(userId) ? store.person(userId) : undefined
      const own = person && acceptance.seats({ candidateId: person.id }).reverse()
      for (const seat of own ?? []) {
        const at = store.instituteAt(seat.offer.round, seat.offer.choiceCode)
        if (at?.code === institute.value) return ok({ person: person!, seat, institute: at.code, course: at.course })
      }
      return refuse('reporting-unknown', 404)
    },

    /** The days of a round's reporting, as the schedule gives them now. */
    daysOf: (round: CapRound): ReportingDay[] => reportingDays(activity(roundActivity(round, 'reporting'))),
  }
}

export type Reach = ReturnType<typeof createReach>
