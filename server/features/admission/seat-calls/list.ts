import { bandOf } from '#server/domain/admission/calls.ts'
import type { SeatDuty } from '#server/domain/admission/offer.ts'
import { maskNumber } from '#server/domain/site/contact.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ListAsked, ListShape, ShownList } from '#server/kernel/lists.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OwedAct } from '../seat-acceptance/owed'
import type { Counted, SeatCallsCount } from './count'
import type { SeatCallsDeps } from './deps'
import type { Callee, CallRow } from './store'

/** A candidate to phone, with the newest call; `call`: its number, 0 if there was none. `mobile`: masked. */
type SeatCallRow = {
  userId: string
  fullName: string
  language: Language
  mobile: string
  act: SeatDuty
  round: number
  dueAt: Instant | null
  choiceCode: string
  institute: string
  course: string
  call: number
  calledAt: Instant | null
  callerName: string | null
  note: string | null
  /** The officer's own call goes on. */
  isOwn: 0 | 1
}

const shape: ListShape = {
  list: 'not-acted',
  columns: [
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'act', kind: 'text' },
    { key: 'dueAt', kind: 'time', isSortable: true },
    { key: 'institute', kind: 'written' },
    { key: 'choiceCode', kind: 'text', isExtra: true },
    { key: 'course', kind: 'written', isExtra: true },
    { key: 'round', kind: 'count', isExtra: true },
    { key: 'language', kind: 'text', isExtra: true },
    { key: 'calledAt', kind: 'time', needsRoom: true },
    { key: 'callerName', kind: 'written', isExtra: true },
    { key: 'note', kind: 'written', needsRoom: true },
    { key: 'mobile', kind: 'text' },
  ],
  filters: ['act', 'left', 'institute', 'called'],
  order: 'dueAt',
}
/** The place in the order of an act whose deadline the schedule does not give. */
const noDate = Number.MAX_SAFE_INTEGER

/** Candidates of a file read at once. */
const fileAtOnce = 200
/** The list to phone down. Its lines are always those of the moment. */
export function createSeatCallsList(
  { store, clock, owedBy, placeOf }: SeatCallsDeps,
  { recent, whole, partOf, last }: SeatCallsCount,
): ShownList<Officer, SeatCallRow> {
  const dueOf = ({ by }: Counted) => by ?? noDate

  /** The counted acts that a view asks for, in its order. */
  function* matching(within: readonly Counted[], at: Instant, asked: ListAsked): Generator<Counted> {
    const { act, institute, left, called } = asked.filters
    const { after, isDescending } = asked
    const way = isDescending ? -1 : 1
    const calls =
      called && new Set(store.called().map(({ candidateId, act, round }) => `${candidateId} ${act} ${round}`))
    for (let nth = 0; nth < within.length; nth++) {
      const one = within.at(isDescending ? -1 - nth : nth)!
      if (act && one.act !== act) continue
      if (institute && one.instituteCode !== institute) continue
      if (left && bandOf(one.by, at) !== left) continue
      if (after && way * (dueOf(one) - Number(after.value) || one.candidateId - Number(after.key)) <= 0) continue
      if (calls && calls.has(`${one.candidateId} ${one.act} ${one.round}`) !== (called === 'yes')) continue
      yield one
    }
  }

  /** The rows of these candidates as they are now; whoever has acted since the count is left out. */
  function rowsOf(caller: Officer, ids: readonly number[]): SeatCallRow[] {
    const acts = new Map(owedBy(ids, clock.portal()).map((act) => [act.candidateId, act]))
    const people = new Map(store.callees(ids).map((person) => [person.id, person]))
    const calls = new Map(store.newest(ids).map((call) => [call.candidateId, call]))
    return ids.flatMap((id) => {
      const [act, person] = [acts.get(id), people.get(id)]
      return act && person ? [rowOf(caller, act, person, calls.get(id))] : []
    })
  }

  function rowOf(caller: Officer, act: OwedAct, person: Callee, call: CallRow | undefined): SeatCallRow {
    const { userId, fullName, language, mobile } = person
    const { institute, course } = placeOf(act)
    const isOwn = call !== undefined && call.calledBy === caller.id && call.note === null
    return {
      userId,
      fullName,
      language,
      mobile: maskNumber(mobile),
      act: act.kind,
      round: act.round,
      dueAt: act.by,
      choiceCode: act.choiceCode,
      institute,
      course,
      call: call?.id ?? 0,
      calledAt: call?.calledAt ?? null,
      callerName: call?.callerName ?? null,
      note: call?.note ?? null,
      isOwn: isOwn ? 1 : 0,
    }
  }

  return {
    shape,
    ready: async () => recent() ?? whole(),
    piece(caller, asked) {
      const current = last()
      const page: Counted[] = []
      for (const one of matching(partOf(caller, current).owed, current.at, asked)) {
        page.push(one)
        if (page.length > asked.size) break
      }
      const shown = page.slice(0, asked.size)
      const end = page.length > asked.size ? shown.at(-1)! : null
      const rows = rowsOf(
        caller,
        shown.map(({ candidateId }) => candidateId),
      )
      return { rows, next: end && { value: dueOf(end), key: end.candidateId } }
    },
    *all(caller, asked) {
      const current = last()
      let ids: number[] = []
      for (const { candidateId } of matching(partOf(caller, current).owed, current.at, asked)) {
        ids.push(candidateId)
        if (ids.length < fileAtOnce) continue
        yield* rowsOf(caller, ids)
        ids = []
      }
      yield* rowsOf(caller, ids)
    },
  }
}
