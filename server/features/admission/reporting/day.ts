import { daysOver, isSigned, type ReportingDay } from '#server/domain/admission/reporting.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { countGroups, type DeskCounts } from './counts'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'
import type { Correction, SignedDay, WithdrawnAdmission } from './store'

/** An institute's round: its candidates, its days, and what waits for a second person. */
type DeskDay = {
  institute: string
  /** Did the round allot a seat here? */
  hasSeats: boolean
  name: string
  round: CapRound
  rounds: readonly CapRound[]
  courses: readonly { choiceCode: string; course: string }[]
  counts: DeskCounts
  days: readonly (ReportingDay & { isOver: boolean; signed: SignedDay | null })[]
  isSigned: boolean
  waiting: readonly Correction[]
  /** Admissions that orders have withdrawn. */
  withdrawn: readonly WithdrawnAdmission[]
}

/**
 * An institute's round with the days to sign: none where the round allotted no seat. `asked`: the round of the
 * address. Null before the first round is published, or if its seat matrix does not have this institute.
 */
export const day =
  ({ store, clock, acceptance }: ReportingDeps, reach: Reach) =>
  (officer: Officer, asked: { round?: string }, now: Instant = clock.portal()): Result<DeskDay | null> => {
    const own = ownInstitute(officer)
    if (!own.ok) return own
    const institute = own.value
    const round = reach.roundAsked(asked.round)
    const courses = round === null ? [] : store.coursesAt(round, institute)
    if (round === null || !courses.length) return ok(null)
    const seats = acceptance.seatsAt(round, institute, now)
    const hasSeats = store.isInRound(round, institute)
    const days = hasSeats ? reach.daysOf(round) : []
    const over = daysOver(days, now)
    const signed = store.signed(institute, round)
    return ok({
      hasSeats,
      institute,
      name: courses[0]!.name,
      round,
      rounds: Array.from({ length: acceptance.newestRound() ?? 0 }, (_, place) => place + 1),
      courses: courses.map(({ choiceCode, course: name }) => ({ choiceCode, course: name })),
      counts: countGroups(seats),
      days: days.map((one) => ({
        ...one,
        isOver: over.includes(one),
        signed: signed.find(({ day }) => day === one.day) ?? null,
      })),
      isSigned: isSigned(
        days,
        signed.map(({ day }) => day),
      ),
      waiting: store.waiting(institute),
      withdrawn: store.withdrawn(institute, round),
    })
  }
