import { isSigned, type ReportingDay, reportingDays } from '#server/domain/admission/reporting.ts'
import { type CapRound, roundActivity, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import { mayDo, type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Seat } from '../seat-acceptance/seats'
import type { ReportingDeps } from './deps'
import type { Person } from './store'

/** A candidate with a seat at the officer's institute; the newest such seat. */
type Reached = { person: Person; seat: Seat; institute: string; course: string }

/** Says whose candidates an officer reaches: an institute reaches its own alone. */
export function createReach({ store, acceptance, course, activity }: ReportingDeps) {
  /** The days of a round's reporting, as the schedule gives them now. */
  const daysOf = (round: CapRound): ReportingDay[] => reportingDays(activity(roundActivity(round, 'reporting')))

  /** A candidate of the officer's institute. Another institute's candidate looks like an unknown one. */
  function candidate(officer: Officer, userId: string): Result<Reached> {
    const institute = ownInstitute(officer)
    if (!institute.ok) return institute
    const person = /^[A-Z]{2}\d{8}$/.test(userId) ? store.person(userId) : undefined
    const own = person && acceptance.seats(person.id).reverse()
    for (const seat of own ?? []) {
      const at = store.instituteAt(seat.offer.round, seat.offer.choiceCode)
      if (at?.code === institute.value) return ok({ person: person!, seat, institute: at.code, course: at.course })
    }
    return refuse('reporting-unknown', 404)
  }

  return {
    daysOf,
    candidate,

    /** Has this institute signed every day of a round? */
    isRoundSigned: (institute: string, round: CapRound): boolean =>
      isSigned(
        daysOf(round),
        store.signed(institute, round).map(({ day }) => day),
      ),

    /** The round that an address names, or the newest published one; null before the first. */
    roundAsked(asked: unknown): CapRound | null {
      const newest = acceptance.newestRound()
      const round = roundWritten(course.rounds, asked)
      return newest !== null && round !== null && round <= newest ? round : newest
    },

    /** A candidate within reach, whom the institute may admit or reset at `at`. */
    recordable(officer: Officer, userId: string, at: Instant) {
      const found = candidate(officer, userId)
      if (!found.ok) return found
      const { person, seat } = found.value
      const allowed = acceptance.mayAdmit(person.id, seat.offer.round, at)
      return allowed.ok ? found : allowed
    },

    /** Refuses everybody but the cell. */
    isCell: (officer: Officer): Result<undefined> =>
      mayDo(officer.role, 'publish') ? ok() : refuse('reporting-cell-only', 403),
  }
}

export type Reach = ReturnType<typeof createReach>
