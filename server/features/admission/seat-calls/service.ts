import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import {
  bandOf,
  byInstitute,
  countsOf,
  type InstituteCount,
  inOrderOfDeadline,
  mayCall,
  type Owed,
  type OwedCounts,
} from '#server/domain/admission/calls.ts'
import { type NextSeatAct, type SeatDuty, seatDuties } from '#server/domain/admission/offer.ts'
import { candidatePlace } from '#server/domain/desk/candidate-place.ts'
import { maskNumber } from '#server/domain/site/contact.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { mayTouch, type StaffScope } from '#server/domain/terms/staff.ts'
import { breath } from '#server/kernel/background.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ListAsked, ListShape, ShownList } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import type { Callee, CallRow, Home, SeatCallsStore } from './store'

/** A member of staff with their place of work. */
type Caller = StaffScope & { id: number; loginName: string }

/** An act that a candidate still has to do, as `seat-acceptance` knows it. */
type OwedAct = NextSeatAct & { kind: SeatDuty; candidateId: number; runId: number }

type SeatCallsDeps = {
  db: Database
  store: SeatCallsStore
  clock: Pick<Clock, 'portal'>
  /** Every act that candidates still have to do, in pieces. */
  owed(now: Instant): Iterable<{ acts: OwedAct[] }>
  /** The same for some candidates. */
  owedBy(candidateIds: readonly number[], now: Instant): OwedAct[]
  placeOf(seat: { runId: number; choiceCode: string }): { instituteCode: string; institute: string; course: string }
  /** The newest published round; null before the first. */
  newestRound(): number | null
  record: RecordAct
}

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

/** An officer's call that goes on, with the number to dial. */
type OwnCall = { id: number; calledAt: Instant; about: SeatDuty } & Pick<
  Callee,
  'userId' | 'fullName' | 'mobile' | 'language'
>

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

type Counted = Owed & Omit<Home, 'id'> & { round: number }
type Snapshot = {
  at: Instant
  /** The newest round then; null before the first. */
  round: number | null
  owed: readonly Counted[]
  institutes: ReadonlyMap<string, string>
  /** The part within reach of a region, a centre or the cell, counted once for all its officers. */
  parts: Map<string, Part>
}
/** A count that goes on. `long`: settles once it has turned out to be too long for a page to wait for. */
type Counting = { whole: Promise<Snapshot>; long: Promise<null> }
type Part = { owed: readonly Counted[]; counts: OwedCounts }

/**
 * The pieces of a first count that a page waits for, about as many as a season of 1,000 candidates has. The count of a
 * larger one goes on in the background, and the page says so.
 */
const awaitedPieces = 10
/** Candidates of a file read at once. */
const fileAtOnce = 200
/** Calls without a note that an officer is shown. */
const ownCallsShown = 5
/**
 * Everybody is counted again after five minutes, while the last count is shown; after a quarter of an hour the page waits
 * for the new one. The lines of the list are always those of the moment.
 */
const freshFor = minutes(5)
const shownFor = minutes(15)

/**
 * The candidates who have not done the next act for their seat: how many, and a list to phone down. Whoever reaches a
 * candidate at the help desk reaches them here. Source: rules §8.14.
 */
export function createSeatCalls({ db, store, clock, owed, owedBy, placeOf, newestRound, record }: SeatCallsDeps) {
  let snapshot: Snapshot | null = null
  let counting: Counting | null = null
  let isClosed = false

  const reaches = (caller: Caller, { district, centre }: Omit<Home, 'id'>) =>
    mayTouch(caller, candidatePlace(district, centre))

  /** Looks at every seat, piece by piece, so that pages get their turn. `isLong`: says that pages need not wait. */
  async function count(isLong: () => void): Promise<Snapshot> {
    const [at, round] = [clock.portal(), newestRound()]
    const found: Counted[] = []
    const institutes = new Map<string, string>()
    const codes = new Map<string, string>()
    const instituteOf = ({ runId, choiceCode }: OwedAct) => {
      const key = `${runId} ${choiceCode}`
      if (!codes.has(key)) {
        const { instituteCode, institute } = placeOf({ runId, choiceCode })
        codes.set(key, instituteCode)
        institutes.set(instituteCode, institute)
      }
      return codes.get(key)!
    }
    let pieces = 0
    for (const { acts } of owed(at)) {
      if (++pieces > awaitedPieces) isLong()
      const homes = new Map(store.homes(acts.map(({ candidateId }) => candidateId)).map((home) => [home.id, home]))
      for (const act of acts) {
        const { district, centre } = homes.get(act.candidateId)!
        const { candidateId, kind, by } = act
        found.push({ candidateId, act: kind, by, round: act.round, instituteCode: instituteOf(act), district, centre })
      }
      await breath()
      if (isClosed) break
    }
    return { at, round, owed: inOrderOfDeadline(found), institutes, parts: new Map() }
  }

  function begun(): Counting {
    let isLong = () => {}
    const long = new Promise<null>((resolve) => {
      isLong = () => resolve(null)
    })
    const whole = count(isLong)
      .then((made) => {
        snapshot = made
        return made
      })
      .finally(() => {
        counting = null
      })
    return { whole, long }
  }

  /** Joins the count that goes on, or begins one. */
  function countOnce(): Counting {
    counting ??= begun()
    return counting
  }

  /** The last count, unless it is too old or the clock was moved; null then. */
  function recent(): Snapshot | null {
    const now = clock.portal()
    if (!snapshot || now < snapshot.at || now > snapshot.at + shownFor) return null
    // A failure shows up when a page waits for the next count.
    if (now > snapshot.at + freshFor) countOnce().whole.catch(() => {})
    return snapshot
  }

  /** The last count or a new one; null while a long one goes on. */
  async function counted(): Promise<Snapshot | null> {
    const kept = recent()
    if (kept) return kept
    const { whole, long } = countOnce()
    return Promise.race([whole, long])
  }

  /** What a member of staff reaches of a count. */
  function partOf(caller: Caller, { at, owed: all, parts }: Snapshot): Part {
    const key = `${caller.role} ${caller.region} ${caller.centre}`
    const known = parts.get(key)
    if (known) return known
    const within = caller.role === 'admin' ? all : all.filter((one) => reaches(caller, one))
    const part = { owed: within, counts: countsOf(within, seatDuties, at) }
    parts.set(key, part)
    return part
  }

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
  function rowsOf(caller: Caller, ids: readonly number[]): SeatCallRow[] {
    const acts = new Map(owedBy(ids, clock.portal()).map((act) => [act.candidateId, act]))
    const people = new Map(store.callees(ids).map((person) => [person.id, person]))
    const calls = new Map(store.newest(ids).map((call) => [call.candidateId, call]))
    return ids.flatMap((id) => {
      const [act, person] = [acts.get(id), people.get(id)]
      return act && person ? [rowOf(caller, act, person, calls.get(id))] : []
    })
  }

  function rowOf(caller: Caller, act: OwedAct, person: Callee, call: CallRow | undefined): SeatCallRow {
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

  /** The last count; the list is read only once it is there. */
  function last(): Snapshot {
    if (!snapshot) throw new Error('nobody has been counted')
    return snapshot
  }

  const list: ShownList<Caller, SeatCallRow> = {
    shape,
    ready: async () => recent() ?? countOnce().whole,
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

  return {
    list,

    /**
     * The counts within reach, and the institutes by time left for this act or for all. `at`: when everybody was counted.
     * Null while the first count of a large season goes on.
     */
    async overview(
      caller: Caller,
      act: SeatDuty | null,
    ): Promise<{
      at: Instant
      counts: Pick<OwedCounts, 'total' | 'acts'>
      /** All that the caller reaches, for the filter. */
      places: { code: string; name: string }[]
      institutes: (InstituteCount & { name: string })[]
    } | null> {
      const current = await counted()
      if (!current) return null
      const { total, acts, institutes } = partOf(caller, current).counts
      const nameOf = (code: string) => current.institutes.get(code) ?? code
      return {
        at: current.at,
        counts: { total, acts },
        places: institutes.map(({ code }) => ({ code, name: nameOf(code) })).sort((a, b) => (a.code < b.code ? -1 : 1)),
        institutes: byInstitute({ institutes }, act ?? undefined).map((one) => ({ ...one, name: nameOf(one.code) })),
      }
    },

    /** The officer's calls that go on, with their numbers. */
    ownCalls(caller: Caller): OwnCall[] {
      const own = store.openOf(caller.id, ownCallsShown)
      const people = new Map(store.callees(own.map(({ candidateId }) => candidateId)).map((one) => [one.id, one]))
      return own.map(({ id, candidateId, calledAt, act: about }): OwnCall => {
        const { userId, fullName, mobile, language } = people.get(candidateId)!
        return { id, about, calledAt, userId, fullName, mobile, language }
      })
    },

    /** A job: counts again while somebody still has to act, so that no page waits for the count. */
    async countDue(): Promise<void> {
      const isOver = snapshot?.owed.length === 0 && snapshot.round === newestRound()
      if (!isOver && newestRound() !== null) await countOnce().whole
    },

    /**
     * Begins a call, which shows its caller the number. Refusals: `unknown-candidate` (404) out of reach, `acted-already`
     * (409), `called-meanwhile` (409) if somebody has begun a call since the page was made.
     */
    begin(caller: Caller, userId: string, seen: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const person = store.byUserId(userId.toUpperCase())
        if (!person || !reaches(caller, person)) return refuse('unknown-candidate', 404)
        const act = owedBy([person.id], clock.portal())[0]
        if (!act) return refuse('acted-already', 409)
        const may = mayCall(store.newest([person.id])[0]?.id ?? 0, seen)
        if (!may.ok) return may
        const { kind, round } = act
        store.add({ candidateId: person.id, round, act: kind, calledBy: caller.id, calledAt: clock.portal() })
        record(auditActor(caller), 'seat-calls.begun', { candidateId: person.id }, { act: kind, round })
        return ok()
      })
    },

    /** Ends the officer's own call with a note; its number is masked again. Refuses an unknown call with 404. */
    note(caller: Caller, callId: number, text: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const call = store.call(callId)
        if (!call || call.calledBy !== caller.id || call.note !== null) return refuse('unknown-call', 404)
        store.note(callId, text, clock.portal())
        record(auditActor(caller), 'seat-calls.noted', { candidateId: call.candidateId }, { act: call.act })
        return ok()
      })
    },

    async close(): Promise<void> {
      isClosed = true
      await counting?.whole.catch(() => {})
    },
  }
}
