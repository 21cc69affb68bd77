import { type YieldEnd, yieldDimensions, yieldEnds } from '#server/domain/admission/yield.ts'
import { candidatePlace } from '#server/domain/desk/candidate-place.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { mayDo, mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import type { ListAsked, ListShape, ShownList } from '#server/kernel/lists.ts'
import type { CountedSeat, StageCount } from './count'
import type { StageReportStore } from './store'
import { yieldPicker } from './yield'

type YieldSeatsDeps = {
  counted: Pick<StageCount, 'current' | 'latest'>
  store: Pick<StageReportStore, 'seatHolders'>
  record: RecordAct
}

/**
 * A seat with its candidate. A closed record is nobody's at the desk: its seat stays a line, so that figures and lines agree,
 * without what would name a person. `isReached`: may this officer open the candidate's record at the help desk?
 */
export type YieldSeatRow = {
  key: string
  userId: string | null
  fullName: string | null
  round: number
  institute: string
  course: string
  choiceCode: string
  seatType: string
  claimedCategory: string
  end: YieldEnd
  isReached: 0 | 1
}

const shape: ListShape = {
  list: 'yield-seats',
  columns: [
    // By candidate, then by round.
    { key: 'userId', kind: 'text', isSortable: true },
    { key: 'fullName', kind: 'written' },
    { key: 'end', kind: 'text' },
    { key: 'round', kind: 'count' },
    { key: 'institute', kind: 'written' },
    { key: 'course', kind: 'written', isExtra: true },
    { key: 'choiceCode', kind: 'text', isExtra: true },
    { key: 'seatType', kind: 'text' },
    { key: 'claimedCategory', kind: 'text', isExtra: true },
  ],
  filters: ['end', ...yieldDimensions],
  order: 'userId',
}

/** Lines of a file read at once. */
const fileAtOnce = 200

/**
 * The seats behind the figures of a yield, each with its candidate: the lines of the count that the figures are sums of, so
 * that there are as many. Who sees a figure sees its lines; each look is logged. Source: rules §9.8.
 */
export function createYieldSeats({ counted, store, record }: YieldSeatsDeps): ShownList<Officer, YieldSeatRow> {
  const placeOf = ({ candidateId, place }: CountedSeat) => ({ value: candidateId, key: Number(place.round) })

  /** The seats that a view asks for, in its order. */
  function* matching(officer: Officer, { filters, after, isDescending }: ListAsked): Generator<CountedSeat> {
    const count = counted.latest()
    if (!count) return
    const { end, ...search } = filters
    const isPicked = yieldPicker(officer, count.institutes, search)
    const way = isDescending ? -1 : 1
    for (let nth = 0; nth < count.seats.length; nth++) {
      const seat = count.seats.at(isDescending ? -1 - nth : nth)!
      if (end !== undefined && seat.end !== end) continue
      const { value, key } = placeOf(seat)
      if (after && way * (value - Number(after.value) || key - Number(after.key)) <= 0) continue
      if (isPicked(seat)) yield seat
    }
  }

  /** The lines of these seats; who they belong to is read now. */
  function rowsOf(officer: Officer, seats: readonly CountedSeat[]): YieldSeatRow[] {
    const asked = seats.map(({ candidateId, place }) => [candidateId, Number(place.round)] as const)
    const holders = new Map(store.seatHolders(asked).map((one) => [`${one.candidateId} ${one.round}`, one]))
    return seats.map(({ candidateId, place, end }) => {
      const key = `${candidateId} ${place.round}`
      const { userId, fullName, district, centre, institute, course, choiceCode, isClosed } = holders.get(key)!
      const isOpenTo = mayDo(officer.role, 'help-desk') && mayTouch(officer, candidatePlace(district, centre))
      return {
        key,
        userId: isClosed ? null : userId,
        fullName: isClosed ? null : fullName,
        round: Number(place.round),
        institute,
        course,
        choiceCode,
        seatType: place.seatType,
        claimedCategory: place.category,
        end,
        isReached: !isClosed && isOpenTo ? 1 : 0,
      }
    })
  }

  return {
    shape,
    ready: async () => counted.current(),
    piece(officer, asked) {
      const found: CountedSeat[] = []
      for (const seat of matching(officer, asked)) {
        found.push(seat)
        if (found.length > asked.size) break
      }
      const shown = found.slice(0, asked.size)
      const end = yieldEnds.find((one) => one === asked.filters.end) ?? null
      record(auditActor(officer), 'yield.list-read', {}, { state: end, seats: shown.length })
      return { rows: rowsOf(officer, shown), next: found.length > asked.size ? placeOf(shown.at(-1)!) : null }
    },
    *all(officer, asked) {
      let piece: CountedSeat[] = []
      for (const seat of matching(officer, { ...asked, after: null })) {
        piece.push(seat)
        if (piece.length < fileAtOnce) continue
        yield* rowsOf(officer, piece)
        piece = []
      }
      yield* rowsOf(officer, piece)
    },
  }
}
