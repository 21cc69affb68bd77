import type { Clock } from '#server/adapters/clock.ts'
import { clockShown, isClockShown, type SpecialClock } from '#server/domain/admission/special-clocks.ts'
import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import { mayDo, type StaffScope } from '#server/domain/terms/staff.ts'
import { days, type Instant } from '#server/kernel/time.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { SpecialClocksStore } from './store'

/** `userId` and `fullName`: null for a late admission until the candidate has registered. */
type CandidateClock = SpecialClock & { userId: string | null; fullName: string | null; isOver: boolean }

type SpecialClocksDeps = Pick<SeatAcceptance, 'clocksOf'> & {
  store: SpecialClocksStore
  clock: Pick<Clock, 'portal'>
}

/** No round keeps a longer time open beyond this. */
const longest = days(45)

/**
 * The candidates whose own longer time runs out soon or has run out before they acted: after an order, with the outages
 * that moved it, after a late decision on a grievance, and after a reset by the institute. Source: rules §12.2.
 */
export function createSpecialClocks({ store, clock, clocksOf }: SpecialClocksDeps) {
  /** The first to run out comes first; at most `mostCounted` + 1 of each source. Empty for those who give no orders. */
  function list(officer: Pick<StaffScope, 'role'>): CandidateClock[] {
    if (!mayDo(officer.role, 'settings')) return []
    const now = clock.portal()
    const most = mostCounted + 1
    const forms = store.orders(now - clockShown.after, now + clockShown.before, most).map(
      ({ candidateId, userId, fullName, formState, since, endsAt }) =>
        ({
          act: candidateId === null ? 'register' : formState === 'draft' ? 'submit' : 'correct',
          reason: 'order',
          since: since as Instant,
          endsAt: endsAt as Instant,
          userId,
          fullName,
        }) as const,
    )
    const ofSeats = clocksOf(store.seats(now - longest, most), now).filter(({ endsAt }) => isClockShown(endsAt, now))
    const people = new Map(store.people(ofSeats.map(({ candidateId }) => candidateId)).map((one) => [one.id, one]))
    const seats = ofSeats.map(({ candidateId, ...found }) => {
      const { userId, fullName } = people.get(candidateId)!
      return { ...found, userId, fullName }
    })
    return [...forms, ...seats]
      .sort((one, other) => one.endsAt - other.endsAt)
      .map((found) => ({ ...found, isOver: now >= found.endsAt }))
  }

  return {
    list,

    /** One line for the home page of those who give orders. */
    waiting(officer: Pick<StaffScope, 'role'>): Waiting[] {
      const found = list(officer)
      if (!found.length) return []
      const oldestAt = Math.min(...found.map(({ since }) => since))
      return [{ kind: 'special-clock', count: found.length, oldestAt, dueAt: found[0]!.endsAt, page: 'orders' }]
    },
  }
}
