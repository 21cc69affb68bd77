import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import {
  bandOf,
  countsOf,
  inOrderOfDeadline,
  mayCall,
  type Owed,
  type OwedCounts,
  type TimeBand,
} from '../../domain/admission/calls'
import { type NextSeatAct, type SeatDuty, seatDuties } from '../../domain/admission/offer'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import { candidatePlace } from '../../domain/portal/candidate-place'
import { maskNumber } from '../../domain/portal/contact'
import { mayTouch, type StaffScope } from '../../domain/portal/staff'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { type Instant, minutes } from '../../kernel/time'
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
  record: RecordAct
}

/** What the list shows. `after`: the last line of the page before, as `next` gave it. */
export type CallFilter = {
  act?: SeatDuty
  institute?: string
  left?: TimeBand
  /** Only candidates who were called about this act, or only the others. */
  called?: 'yes' | 'no'
  after?: { by: Instant | null; candidateId: number }
}

/** A candidate to phone. `mobile`: masked, except for the officer whose call goes on. */
type CallLine = {
  userId: string
  fullName: string
  language: Language
  mobile: string
  act: SeatDuty
  round: number
  by: Instant | null
  choiceCode: string
  institute: string
  course: string
  call: (Pick<CallRow, 'id' | 'calledAt' | 'callerName' | 'note'> & { isOwn: boolean }) | null
}

type Counted = Owed & Omit<Home, 'id'> & { round: number }
type Snapshot = {
  at: Instant
  owed: readonly Counted[]
  institutes: ReadonlyMap<string, string>
  /** The part within reach of a region, a centre or the cell, counted once for all its officers. */
  parts: Map<string, Part>
}
type Part = { owed: readonly Counted[]; counts: OwedCounts }

const linesPerPage = 25
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
export function createSeatCalls({ db, store, clock, owed, owedBy, placeOf, record }: SeatCallsDeps) {
  let snapshot: Snapshot | null = null
  let counting: Promise<Snapshot> | null = null
  let isClosed = false

  const reaches = (caller: Caller, { district, centre }: Omit<Home, 'id'>) =>
    mayTouch(caller, candidatePlace(district, centre))

  /** Looks at every seat, piece by piece, so that pages get their turn. */
  async function count(): Promise<Snapshot> {
    const at = clock.portal()
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
    for (const { acts } of owed(at)) {
      const homes = new Map(store.homes(acts.map(({ candidateId }) => candidateId)).map((home) => [home.id, home]))
      for (const act of acts) {
        const { district, centre } = homes.get(act.candidateId)!
        const { candidateId, kind, by, round } = act
        found.push({ candidateId, act: kind, by, round, instituteCode: instituteOf(act), district, centre })
      }
      await breath()
      if (isClosed) break
    }
    return { at, owed: inOrderOfDeadline(found), institutes, parts: new Map() }
  }

  const countOnce = (): Promise<Snapshot> => {
    counting ??= count().finally(() => {
      counting = null
    })
    return counting.then((made) => {
      snapshot = made
      return made
    })
  }

  /** The last count; a new one if it is old, or the clock was moved. */
  async function counted(): Promise<Snapshot> {
    const now = clock.portal()
    if (!snapshot || now < snapshot.at || now > snapshot.at + shownFor) return countOnce()
    // A failure shows up when the page waits for the next count.
    if (now > snapshot.at + freshFor) countOnce().catch(() => {})
    return snapshot
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

  /** True for lines after the last one of the previous page. */
  const isAfter = ({ by, candidateId }: Counted, after: CallFilter['after']) => {
    if (!after) return true
    const [own, last] = [by ?? Number.MAX_SAFE_INTEGER, after.by ?? Number.MAX_SAFE_INTEGER]
    return own > last || (own === last && candidateId > after.candidateId)
  }

  function* matching(within: readonly Counted[], at: Instant, filter: CallFilter): Generator<Counted> {
    const called =
      filter.called && new Set(store.called().map(({ candidateId, act, round }) => `${candidateId} ${act} ${round}`))
    for (const one of within) {
      if (filter.act && one.act !== filter.act) continue
      if (filter.institute && one.instituteCode !== filter.institute) continue
      if (filter.left && bandOf(one.by, at) !== filter.left) continue
      if (!isAfter(one, filter.after)) continue
      if (called && called.has(`${one.candidateId} ${one.act} ${one.round}`) !== (filter.called === 'yes')) continue
      yield one
    }
  }

  /** The lines of these candidates as they are now; whoever has acted since the count is left out. */
  function linesOf(caller: Caller, ids: readonly number[]): CallLine[] {
    const acts = new Map(owedBy(ids, clock.portal()).map((act) => [act.candidateId, act]))
    const people = new Map(store.callees(ids).map((person) => [person.id, person]))
    const calls = new Map(store.newest(ids).map((call) => [call.candidateId, call]))
    return ids.flatMap((id) => {
      const [act, person] = [acts.get(id), people.get(id)]
      return act && person ? [lineOf(caller, act, person, calls.get(id))] : []
    })
  }

  function lineOf(caller: Caller, act: OwedAct, person: Callee, call: CallRow | undefined): CallLine {
    const { userId, fullName, language, mobile } = person
    const { institute, course } = placeOf(act)
    const isOwn = call !== undefined && call.calledBy === caller.id
    return {
      userId,
      fullName,
      language,
      mobile: isOwn && call.note === null ? mobile : maskNumber(mobile),
      act: act.kind,
      round: act.round,
      by: act.by,
      choiceCode: act.choiceCode,
      institute,
      course,
      call: call ? { id: call.id, calledAt: call.calledAt, callerName: call.callerName, note: call.note, isOwn } : null,
    }
  }

  return {
    /** The counts within reach, and a page of the list. `at`: when everybody was counted. */
    async overview(
      caller: Caller,
      filter: CallFilter,
    ): Promise<{
      at: Instant
      counts: OwedCounts
      institutes: { code: string; name: string; count: number }[]
      lines: CallLine[]
      next: CallFilter['after'] | null
    }> {
      const current = await counted()
      const { owed: within, counts } = partOf(caller, current)
      const page: Counted[] = []
      for (const one of matching(within, current.at, filter)) {
        page.push(one)
        if (page.length > linesPerPage) break
      }
      const shown = page.slice(0, linesPerPage)
      const last = page.length > linesPerPage ? shown.at(-1)! : null
      return {
        at: current.at,
        counts,
        institutes: counts.institutes.map((one) => ({ ...one, name: current.institutes.get(one.code) ?? one.code })),
        lines: linesOf(
          caller,
          shown.map(({ candidateId }) => candidateId),
        ),
        next: last && { by: last.by, candidateId: last.candidateId },
      }
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
      await counting?.catch(() => {})
    },
  }
}
