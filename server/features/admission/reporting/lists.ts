import type { OfferState } from '#server/domain/admission/offer.ts'
import { type DeskGroup, deskGroupOf } from '#server/domain/admission/reporting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { type Officer, ownInstitute } from '#server/domain/terms/staff.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { type ListAsked, type ListShape, listOfRows, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, istOffset } from '#server/kernel/time.ts'
import type { Seat } from '../seat-acceptance/seats'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'

/** A candidate in an institute's list. */
type DeskLine = {
  id: number
  userId: string
  fullName: string
  choiceCode: string
  seatType: SeatType
  state: OfferState
  group: DeskGroup
  admittedAt: Instant | null
}

const candidatesShape: ListShape = {
  list: 'reporting',
  columns: [
    { key: 'fullName', kind: 'written', isSortable: true },
    { key: 'userId', kind: 'text', isSortable: true },
    { key: 'choiceCode', kind: 'text', isSortable: true },
    { key: 'seatType', kind: 'text', isSortable: true },
    { key: 'state', kind: 'text', isSortable: true },
    { key: 'admittedAt', kind: 'time', isSortable: true },
  ],
  filters: ['round', 'group', 'choiceCode', 'seatType', 'userId'],
  order: 'userId',
}

const admittedShape: ListShape = {
  list: 'admitted',
  columns: [
    { key: 'fullName', kind: 'written' },
    { key: 'userId', kind: 'text' },
    { key: 'round', kind: 'count' },
    { key: 'choiceCode', kind: 'text' },
    { key: 'admittedAt', kind: 'time', isSortable: true },
    { key: 'awaited', kind: 'text' },
  ],
  filters: ['round', 'choiceCode', 'awaited', 'applicationId'],
  order: 'admittedAt',
}

const inIndia = (at: number | null) =>
  at === null ? null : new Date(at + istOffset).toISOString().slice(0, 19).replace('T', ' ')

const exportColumns = [
  'application id',
  'name',
  'choice code',
  'course',
  'seat type',
  'preference',
  'decision',
  'state',
  'admitted (IST)',
  'admitted by',
  'originals seen',
  'certificates awaited',
] as const

/** The lists of an institute: its candidates of a round, and everybody whom it admitted. Each look is logged. */
export function createInstituteLists({ store, acceptance, record }: ReportingDeps, reach: Reach) {
  const admitted = listOfStore({
    shape: admittedShape,
    reader: store.admitted,
    // An officer without an institute has an empty list.
    reach: ({ institute }: Officer) => ({ institute: institute ?? '' }),
  })

  const lineOf = ({ offer, state }: Seat, people: ReturnType<typeof store.people>): DeskLine => {
    const { userId, fullName } = people.get(offer.candidateId)!
    const { choiceCode, seatType, admittedAt } = offer
    const group = deskGroupOf(state)
    return { id: offer.candidateId, userId, fullName, choiceCode, seatType, state, group, admittedAt }
  }

  const inMemory = listOfRows<Officer, DeskLine>({
    shape: candidatesShape,
    key: 'id',
    rows({ institute }, { filters: { round: asked, group } }) {
      const round = reach.roundAsked(asked)
      if (round === null || institute === null) return []
      const seats = acceptance
        .seatsAt(round, institute)
        .filter(({ state }) => group === undefined || deskGroupOf(state) === group)
      const people = store.people(seats.map(({ offer }) => offer.candidateId))
      return seats.map((seat) => lineOf(seat, people))
    },
    readsItself: ['round', 'group'],
  })
  const candidates: typeof inMemory = {
    ...inMemory,
    piece(officer, asked) {
      const piece = inMemory.piece(officer, asked)
      const { institute } = officer
      record(
        auditActor(officer),
        'reporting.list-read',
        {},
        { institute, round: reach.roundAsked(asked.filters.round), candidates: piece.rows.length },
      )
      return piece
    },
  }

  function* exported(institute: string, round: CapRound): Generator<string> {
    const courses = new Map(store.coursesAt(round, institute).map((one) => [one.choiceCode, one.course]))
    yield byteOrderMark + csvLine(exportColumns)
    const seats = acceptance.seatsAt(round, institute)
    const people = store.people(seats.map(({ offer }) => offer.candidateId))
    for (const { offer, state } of seats) {
      const { userId, fullName } = people.get(offer.candidateId)!
      const admission = state === 'admitted' ? store.admission(offer.candidateId, round) : null
      yield csvLine([
        userId,
        fullName,
        offer.choiceCode,
        courses.get(offer.choiceCode) ?? '',
        offer.seatType,
        offer.preference,
        offer.decision,
        state,
        inIndia(admission?.admittedAt ?? null),
        admission?.admittedBy ?? null,
        admission?.seen.join(' ') ?? null,
        admission?.awaited.join(' ') ?? null,
      ])
    }
  }

  return {
    /** The candidates of the officer's institute in a round, of which a filter names one; logs each look. */
    candidates,

    /** Everybody whom the officer's institute admitted, in the order of admission; logs each page that is read. */
    admitted: {
      ...admitted,
      piece(officer: Officer, asked: ListAsked) {
        const found = admitted.piece(officer, asked)
        const { institute } = officer
        record(auditActor(officer), 'reporting.list-read', {}, { institute, candidates: found.rows.length })
        return found
      },
    },

    /** A round's list as CSV, line by line; logs the export. */
    exportDay(officer: Officer, asked: unknown): Result<{ name: string; pieces: Iterable<string> }> {
      const own = ownInstitute(officer)
      if (!own.ok) return own
      const round = reach.roundAsked(asked)
      if (round === null) return refuse('reporting-no-round', 404)
      record(auditActor(officer), 'reporting.exported', {}, { institute: own.value, round })
      return ok({ name: `reporting-${own.value}-round-${round}`, pieces: exported(own.value, round) })
    },
  }
}
