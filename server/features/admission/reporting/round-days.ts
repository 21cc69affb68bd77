import { daysOver, deskGroupOf, isSigned, type ReportingDay } from '#server/domain/admission/reporting.ts'
import type { Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { mayDo, type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { type ListShape, listOfRows, type ShownList } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { Corrections } from './correct'
import { createDayCounts } from './day-counts'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'
import type { Correction, InstituteOfRound } from './store'

/** An institute in the cell's list of a round. */
type InstituteDay = InstituteOfRound & {
  round: CapRound
  /** The newest day that it signed, `2024-09-04`. */
  lastDay: string | null
  /** `signed`: every day that is over. */
  signing: 'signed' | 'open'
}

/** The same with its candidates. */
type CountedInstitute = InstituteDay & { toReport: number; admitted: number; notRecorded: number }

const institutesShape: ListShape = {
  list: 'reporting-days',
  columns: [
    { key: 'code', kind: 'text', isSortable: true },
    { key: 'name', kind: 'written', isSortable: true },
    { key: 'district', kind: 'text', isSortable: true, isExtra: true },
    { key: 'toReport', kind: 'count' },
    { key: 'admitted', kind: 'count' },
    { key: 'notRecorded', kind: 'count' },
    { key: 'lastDay', kind: 'text', isSortable: true },
    { key: 'signing', kind: 'text', isSortable: true },
  ],
  filters: ['round', 'signing', 'code', 'name'],
  order: 'code',
}

/**
 * The cell's view of a round: its days, how many of its institutes have signed, and the corrections that wait. An
 * institute at which the round allotted no seat has nothing to sign and is not counted.
 */
type RoundDays = {
  round: CapRound
  rounds: readonly CapRound[]
  days: readonly (ReportingDay & { isOver: boolean; isToCome: boolean; signed: number })[]
  institutes: number
  waiting: readonly (Correction & { mayRelease: boolean })[]
}

/** More than any state has. */
const allInstitutes = 5000

/** The signed days of reporting; the vacancies of the next round wait for them. Source: rules §8.15. */
export function createRoundDays(
  deps: ReportingDeps,
  reach: Reach,
  { mayReleaseCorrection }: Pick<Corrections, 'mayReleaseCorrection'>,
) {
  const { store, clock, acceptance, record } = deps
  const countsOf = createDayCounts(deps)

  /** The institutes of a published round that have not signed its last day. */
  function unsigned(round: CapRound): InstituteOfRound[] {
    const all = store.institutesOf(round, '', allInstitutes)
    const last = reach.daysOf(round).at(-1)
    if (!last) return all
    const signed = store.signedOn(round, last.day)
    return all.filter(({ code }) => !signed.has(code))
  }

  const institutes = listOfRows<Officer, InstituteDay>({
    shape: institutesShape,
    key: 'code',
    rows(officer, { filters }) {
      const round = reach.roundAsked(filters.round)
      if (round === null || !reach.isCell(officer).ok) return []
      const days = reach.daysOf(round)
      return store.institutesOf(round, '', allInstitutes).map((institute) => {
        const signed = store.signed(institute.code, round).map(({ day }) => day)
        return {
          ...institute,
          round,
          lastDay: signed.at(-1) ?? null,
          signing: isSigned(days, signed) ? ('signed' as const) : ('open' as const),
        }
      })
    },
    readsItself: ['round'],
  })

  function counted(institute: InstituteDay): CountedInstitute {
    const counts = countsOf(institute.round, institute.code, clock.portal())
    const { admitted } = counts
    return { ...institute, toReport: counts['to-report'], admitted, notRecorded: counts['not-recorded'] }
  }

  return {
    /** The cell's list of the institutes of a round, the newest by default; only those shown are counted. */
    instituteDays: {
      shape: institutes.shape,
      piece(officer, asked) {
        const { rows, next } = institutes.piece(officer, asked)
        return { rows: rows.map(counted), next }
      },
      *all(officer, asked) {
        for (const row of institutes.all(officer, asked)) yield counted(row)
      },
    } as ShownList<Officer, CountedInstitute>,

    unsigned,

    /**
     * The days of the newest round that are over and not signed: an institute's own, or for the cell the institutes that
     * have not signed the newest of them. They are due when reporting ends.
     */
    waiting(officer: Omit<Officer, 'loginName'>): Waiting[] {
      const round = acceptance.newestRound()
      const days = round === null ? [] : reach.daysOf(round)
      const over = daysOver(days, clock.portal())
      if (round === null || !over.length) return []
      const dueAt = days.at(-1)!.closesAt
      const own = ownInstitute(officer)
      if (own.ok && store.isInRound(round, own.value)) {
        const signed = new Set(store.signed(own.value, round).map(({ day }) => day))
        const left = over.filter(({ day }) => !signed.has(day))
        return [
          { kind: 'day-to-sign', page: 'reporting', count: left.length, oldestAt: left[0]?.closesAt ?? null, dueAt },
        ]
      }
      if (!mayDo(officer.role, 'publish')) return []
      const newest = over.at(-1)!
      const signed = store.signedOn(round, newest.day)
      const count = store.institutesOf(round, '', allInstitutes).filter(({ code }) => !signed.has(code)).length
      return [{ kind: 'institute-to-sign', page: 'reporting-days', count, oldestAt: newest.closesAt, dueAt }]
    },

    /** Have all institutes of a published round signed it? Only then are its vacancies final. */
    isRoundSigned: (round: CapRound): boolean => unsigned(round).length === 0,

    /** The cell's view of a round, the newest by default. Null before the first round is published. */
    roundDays(officer: Officer, asked: { round?: string }, now: Instant = clock.portal()): Result<RoundDays | null> {
      const cell = reach.isCell(officer)
      if (!cell.ok) return cell
      const round = reach.roundAsked(asked.round)
      if (round === null) return ok(null)
      const days = reach.daysOf(round)
      const over = daysOver(days, now)
      const institutes = store.institutesOf(round, '', allInstitutes)
      const signedBy = (day: string) => {
        const signed = store.signedOn(round, day)
        return institutes.filter(({ code }) => signed.has(code)).length
      }
      return ok({
        round,
        rounds: Array.from({ length: acceptance.newestRound() ?? 0 }, (_, place) => place + 1),
        days: days.map((one) => ({
          ...one,
          isOver: over.includes(one),
          isToCome: ist(one.day) > now,
          signed: signedBy(one.day),
        })),
        institutes: institutes.length,
        waiting: store.waiting(null).map((one) => ({ ...one, mayRelease: mayReleaseCorrection(officer, one) })),
      })
    },

    /** The candidates of an institute that are not recorded in a round (the newest by default); for the cell. */
    notRecorded(officer: Officer, institute: string, asked?: string) {
      const cell = reach.isCell(officer)
      if (!cell.ok) return cell
      const round = reach.roundAsked(asked)
      const at = round === null ? undefined : store.coursesAt(round, institute)[0]
      if (round === null || !at) return refuse('reporting-no-day', 404)
      const missing = acceptance.seatsAt(round, institute).filter(({ state }) => {
        const group = deskGroupOf(state)
        return group === 'to-report' || group === 'not-recorded'
      })
      const people = store.people(missing.map(({ offer }) => offer.candidateId))
      record(auditActor(officer), 'reporting.list-read', {}, { institute, round, candidates: missing.length })
      return ok({
        code: institute,
        name: at.name,
        round,
        rows: missing.map(({ offer, state }) => ({
          userId: people.get(offer.candidateId)!.userId,
          fullName: people.get(offer.candidateId)!.fullName,
          choiceCode: offer.choiceCode,
          state,
        })),
      })
    },
  }
}
