import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { institutesWithOwnSeats, mayRegisterInterest, type NonCapInstitute } from '#server/domain/seats/non-cap.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import { type ListAsked, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { PublishedSeatsService } from '../seat-matrix/published'
import type { NonCapInterest } from './schema'
import type { NonCapStore } from './store'

type NonCapDeps = Pick<Notices, 'activity'> & {
  db: Database
  store: NonCapStore
  clock: Pick<Clock, 'portal'>
  seats: Pick<PublishedSeatsService, 'inForce'>
  application: Pick<Application, 'standing'>
  record: RecordAct
}

/** `hindrance`: why nothing can be changed now; null if it can. `told`: how many institutes know of this candidate. */
type NonCapStanding = { window: Activity | undefined; hindrance: Refusal | null; told: number }

/** Every institute that fills some seats itself, each with this candidate's interest. */
type NonCapView = Pick<NonCapStanding, 'window' | 'hindrance'> & {
  institutes: (NonCapInstitute & { isTold: boolean })[]
}

const shape: ListShape = {
  list: 'non-cap',
  columns: [
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'district', kind: 'text' },
    { key: 'mobile', kind: 'text' },
    { key: 'email', kind: 'text' },
    { key: 'form', kind: 'text' },
    { key: 'registeredAt', kind: 'time', isSortable: true },
  ],
  filters: ['form', 'applicationId'],
  order: 'registeredAt',
}

/**
 * Seats outside the rounds: candidates tell institutes of their interest in the seats that institutes fill themselves,
 * and each institute sees its list. Admission is the institute's own decision.
 */
export function createNonCap({ db, store, clock, seats, activity, application, record }: NonCapDeps) {
  const window = () => activity('late-registration')
  const may = (candidateId: number, at: Instant) =>
    mayRegisterInterest(application.standing(candidateId).facts, window(), at)

  const interested = listOfStore({
    shape,
    reader: store.list,
    // An officer without an institute has an empty list.
    reach: ({ institute }: Officer) => ({ institute: institute ?? '' }),
  })

  const institutes = () => institutesWithOwnSeats(seats.inForce()?.courses ?? [])

  function hindranceOf(candidateId: number): Refusal | null {
    const allowed = may(candidateId, clock.portal())
    return allowed.ok ? null : allowed.refusal
  }

  return {
    /** What a page needs that only leads there; the list of institutes is not made for it. */
    standing(candidateId: number): NonCapStanding {
      const told = new Set(store.of(candidateId).map(({ institute }) => institute))
      return {
        window: window(),
        hindrance: hindranceOf(candidateId),
        told: told.size && institutes().filter(({ code }) => told.has(code)).length,
      }
    },

    view(candidateId: number): NonCapView {
      const told = new Set(store.of(candidateId).map(({ institute }) => institute))
      return {
        window: window(),
        hindrance: hindranceOf(candidateId),
        institutes: institutes().map((one) => ({ ...one, isTold: told.has(one.code) })),
      }
    },

    /** Registers interest at an institute, or withdraws it; `at`: when the request arrived. */
    change(candidateId: number, { intent, institute }: NonCapInterest, at: Instant): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const allowed = may(candidateId, at)
        if (!allowed.ok) return allowed
        if (intent === 'withdraw') store.remove(candidateId, institute)
        else if (institutes().some(({ code }) => code === institute))
          store.add({ candidateId, institute, registeredAt: clock.portal() })
        else return refuse('non-cap-unknown-institute', 404)
        return ok()
      })
    },

    /** The list of the officer's own institute; logs each page that is read. */
    list: {
      ...interested,
      piece(officer: Officer, asked: ListAsked) {
        const found = interested.piece(officer, asked)
        const { institute } = officer
        if (found.rows.length)
          record(auditActor(officer), 'non-cap.list-read', {}, { institute, candidates: found.rows.length })
        return found
      },
    },
  }
}
