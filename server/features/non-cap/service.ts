import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import type { Activity } from '../../domain/portal/schedule'
import { mayTouch, type StaffRole, type StaffScope } from '../../domain/portal/staff'
import { institutesWithOwnSeats, mayRegisterInterest, type NonCapInstitute } from '../../domain/seats/non-cap'
import { byteOrderMark, csvLine } from '../../kernel/csv'
import { ok, type Refusal, type Result, refuse } from '../../kernel/result'
import { type Instant, istOffset } from '../../kernel/time'
import type { NonCapInterest } from './schema'
import type { Interested, NonCapStore } from './store'

type Actor = { candidateId: number }
type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

type NonCapDeps = {
  db: Database
  store: NonCapStore
  clock: Pick<Clock, 'portal'>
  /** The courses of the published seat matrix in force. */
  courses(): readonly { instituteCode: string; institute: string; district: string; instituteLevel: number }[]
  activity(key: string): Activity | undefined
  submittedAt(candidateId: number): number | null
  record: RecordAct
}

/** Every institute that fills some seats itself, each with this candidate's interest. */
type NonCapView = {
  window: Activity | undefined
  /** Why nothing can be changed now; null if it can. */
  hindrance: Refusal | null
  institutes: (NonCapInstitute & { isTold: boolean })[]
}

const columns = ['application id', 'name', 'district', 'mobile', 'e-mail', 'form', 'registered (IST)'] as const
const inIndia = (at: number) => new Date(at + istOffset).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Seats outside the rounds: candidates tell institutes of their interest in the seats that institutes fill themselves,
 * and each institute sees its list. Admission is the institute's own decision.
 */
export function createNonCap({ db, store, clock, courses, activity, submittedAt, record }: NonCapDeps) {
  const window = () => activity('late-registration')
  const may = (candidateId: number, at: Instant) =>
    mayRegisterInterest({ submittedAt: submittedAt(candidateId) }, window(), at)

  /** The officer's institute and its list. Refuses an officer without an institute. */
  function ownList(officer: Officer): Result<{ institute: string; interested: Interested[] }> {
    const { institute } = officer
    if (institute === null || !mayTouch(officer, { centre: null, region: null, institute }))
      return refuse('non-cap-no-institute', 403)
    return ok({ institute, interested: store.interested(institute) })
  }

  return {
    view({ candidateId }: Actor): NonCapView {
      const told = new Set(store.of(candidateId).map(({ institute }) => institute))
      const allowed = may(candidateId, clock.portal())
      return {
        window: window(),
        hindrance: allowed.ok ? null : allowed.refusal,
        institutes: institutesWithOwnSeats(courses()).map((one) => ({ ...one, isTold: told.has(one.code) })),
      }
    },

    /** Registers interest at an institute, or withdraws it; `at`: when the request arrived. */
    change({ candidateId }: Actor, { intent, institute }: NonCapInterest, at: Instant): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const allowed = may(candidateId, at)
        if (!allowed.ok) return allowed
        if (intent === 'withdraw') store.remove(candidateId, institute)
        else if (institutesWithOwnSeats(courses()).some(({ code }) => code === institute))
          store.add({ candidateId, institute, registeredAt: clock.portal() })
        else return refuse('non-cap-unknown-institute', 404)
        return ok()
      })
    },

    /** The officer's own institute's list; logs the reading. */
    list(officer: Officer): Result<{ institute: string; interested: Interested[] }> {
      const found = ownList(officer)
      if (found.ok && found.value.interested.length) {
        const { institute, interested } = found.value
        record(auditActor(officer), 'non-cap.list-read', {}, { institute, candidates: interested.length })
      }
      return found
    },

    /** The same as CSV, piece by piece. */
    exportList(officer: Officer): Result<{ institute: string; pieces: Iterable<string> }> {
      const found = ownList(officer)
      if (!found.ok) return found
      const { institute, interested } = found.value
      record(auditActor(officer), 'non-cap.list-exported', {}, { institute, candidates: interested.length })
      const lines = interested.map(({ userId, fullName, district, mobile, email, confirmedAt, registeredAt }) => [
        userId,
        fullName,
        district,
        mobile,
        email,
        confirmedAt === null ? 'submitted' : 'confirmed',
        inIndia(registeredAt),
      ])
      return ok({ institute, pieces: [byteOrderMark + csvLine(columns), ...lines.map(csvLine)] })
    },
  }
}

export type NonCap = ReturnType<typeof createNonCap>
