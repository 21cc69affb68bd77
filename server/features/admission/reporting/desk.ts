import type { OfferState } from '#server/domain/admission/offer.ts'
import {
  type DeskGroup,
  daysOver,
  deskGroupOf,
  deskGroups,
  isSigned,
  type Original,
  originalsOf,
  type ReportingDay,
  showsDocuments,
} from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { type CapRound, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { ownInstitute } from '#server/domain/terms/staff.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type ListAsked, type ListShape, listOfRows, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, istOffset } from '#server/kernel/time.ts'
import type { OfferedSeat, Officer, ReportingDeps } from './deps'
import type { Reach } from './reach'
import type { Recording } from './recording'
import type { Admission, Correction, Reset, SignedDay } from './store'

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

export type DeskCounts = Record<DeskGroup, number>

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
}

/** One candidate at the institute's desk. */
type DeskCandidate = {
  userId: string
  fullName: string
  institute: string
  round: CapRound
  choiceCode: string
  course: string
  seatType: SeatType
  preference: number | null
  decision: string | null
  state: OfferState
  /** Ok if the candidate can be admitted or reset now. */
  mayRecord: Result<unknown>
  reportBy: Instant | null
  facts: ReturnType<ReportingDeps['shownFacts']>
  /** The names that changed after the allotment; none before the seat is accepted. */
  nameChanges: ReturnType<ReportingDeps['nameChanges']>
  originals: readonly Original[]
  admission: Admission | null
  resets: readonly Reset[]
  correction: (Correction & { mayRelease: boolean }) | null
  /** The corrections that this state allows. */
  isRoundSigned: boolean
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

export const countGroups = (seats: readonly Pick<OfferedSeat, 'state'>[]): DeskCounts => {
  const counts = Object.fromEntries(deskGroups.map((group) => [group, 0])) as DeskCounts
  for (const { state } of seats) counts[deskGroupOf(state)]++
  return counts
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

/** What an institute reads: its candidates, one of them, the admitted and the awaited certificates. */
export function createDesk(
  deps: ReportingDeps,
  reach: Reach,
  { mayReleaseCorrection }: Pick<Recording, 'mayReleaseCorrection'>,
) {
  const { store, clock, course, acceptance, record } = deps
  const admitted = listOfStore({
    shape: admittedShape,
    reader: store.admitted,
    // An officer without an institute has an empty list.
    reach: ({ institute }: Officer) => ({ institute: institute ?? '' }),
  })

  /** The round that an address names, or the newest published one; null before the first. */
  const roundAsked = (asked: unknown): CapRound | null => {
    const newest = acceptance.newestRound()
    const round = roundWritten(course.rounds, asked)
    return newest !== null && round !== null && round <= newest ? round : newest
  }

  const lineOf = ({ offer, state }: OfferedSeat, people: ReturnType<typeof store.people>): DeskLine => {
    const { userId, fullName } = people.get(offer.candidateId)!
    const { choiceCode, seatType, admittedAt } = offer
    const group = deskGroupOf(state)
    return { id: offer.candidateId, userId, fullName, choiceCode, seatType, state, group, admittedAt }
  }

  const inMemory = listOfRows<Officer, DeskLine>({
    shape: candidatesShape,
    key: 'id',
    rows({ institute }, { filters: { round: asked, group } }) {
      const round = roundAsked(asked)
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
        { institute, round: roundAsked(asked.filters.round), candidates: piece.rows.length },
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

    /**
     * An institute's round with the days to sign: none where the round allotted no seat. `asked`: the round of the
     * address. Null before the first round is published, or if its seat matrix does not have this institute.
     */
    day(officer: Officer, asked: { round?: string }, now: Instant = clock.portal()): Result<DeskDay | null> {
      const own = ownInstitute(officer)
      if (!own.ok) return own
      const institute = own.value
      const round = roundAsked(asked.round)
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
      })
    },

    /** One candidate of the officer's institute, facts beside documents once they accepted; logs the look. */
    candidate(
      officer: Officer,
      userId: string,
      language: Language,
      now: Instant = clock.portal(),
    ): Result<DeskCandidate> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const { person, seat, institute, course: name } = found.value
      const { round, choiceCode, seatType, preference, decision } = seat.offer
      const isShown = showsDocuments(seat.state)
      const correction = store.waiting(institute).find(({ candidateId }) => candidateId === person.id)
      const days = reach.daysOf(round)
      record(auditActor(officer), 'reporting.candidate-read', { candidateId: person.id }, { round })
      return ok({
        userId: person.userId,
        fullName: person.fullName,
        institute,
        round,
        choiceCode,
        course: name,
        seatType,
        preference,
        decision,
        state: seat.state,
        mayRecord: acceptance.mayAdmit(person.id, round, now),
        reportBy: seat.deadlines.reportBy,
        facts: isShown ? deps.shownFacts(person, language) : [],
        nameChanges: isShown ? deps.nameChanges(person.id, language) : [],
        originals: isShown ? originalsOf(deps.answers(person.id)) : [],
        admission: store.admission(person.id, round),
        resets: store.resets(person.id, round),
        correction: correction ? { ...correction, mayRelease: mayReleaseCorrection(officer, correction) } : null,
        isRoundSigned: isSigned(
          days,
          store.signed(institute, round).map(({ day }) => day),
        ),
      })
    },

    /** A document of a candidate who accepted a seat at the officer's institute; logs the look. Null for any other. */
    async document(officer: Officer, userId: string, name: string) {
      const found = reach.candidate(officer, userId)
      if (!found.ok || !showsDocuments(found.value.seat.state)) return null
      const file = await deps.openDocument(found.value.person.id, name)
      if (!file) return null
      record(auditActor(officer), 'reporting.document-read', { candidateId: found.value.person.id }, { document: name })
      return file
    },

    /** The candidate behind a receipt that the institute prints again; refuses one who is not admitted here. */
    admittedHere(officer: Officer, userId: string): Result<number> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const { person, seat } = found.value
      // After a better seat elsewhere the receipt is that of another institute.
      const isHere = seat.offer.ending !== 'upgraded' && store.admission(person.id, seat.offer.round) !== null
      return isHere ? ok(person.id) : refuse('not-admitted-yet', 404)
    },

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

    /** The certificates that a candidate of the list has still to hand in, with their state. */
    awaitedOf: (candidateId: number, awaited: string | null) =>
      (awaited?.split(', ') ?? []).map((one) => {
        const kind = one as DocumentKind
        return { kind, status: deps.certificateStatus(candidateId, kind) }
      }),

    /** A round's list as CSV, line by line; logs the export. */
    exportDay(officer: Officer, asked: unknown): Result<{ name: string; pieces: Iterable<string> }> {
      const own = ownInstitute(officer)
      if (!own.ok) return own
      const round = roundAsked(asked)
      if (round === null) return refuse('reporting-no-round', 404)
      record(auditActor(officer), 'reporting.exported', {}, { institute: own.value, round })
      return ok({ name: `reporting-${own.value}-round-${round}`, pieces: exported(own.value, round) })
    },
  }
}
