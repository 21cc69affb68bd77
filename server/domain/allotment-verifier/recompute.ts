import type {
  AllotmentCandidate,
  AllotmentInput,
  AllotmentResult,
  Closing,
  Conversion,
  Stage,
  Vacancy,
} from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { becomes, compareText, isEligible, meritFor, tablePlace, typesFor } from './rules'

/** One single seat: its original type, and the type that it has now. */
type Seat = { choiceCode: string; original: SeatType; now: SeatType }
type Pool = { choiceCode: string; type: SeatType; seats: Seat[]; members: Person[]; cutOff: number }
/** A choice code. Its pools are indexed by their seat type's place in the table. */
type Place = { community: string | null; pools: (Pool | undefined)[] }
type Person = {
  one: AllotmentCandidate
  options: Place[]
  /** How many of their options the run considers. */
  considered: number
  /** The seat types for which they may be eligible somewhere, as places in the table. */
  types: number[]
  /** Their merit number on the list that ranks each of these types. */
  merits: number[]
  /** Their current wish; wishes run option by option and, within an option, type by type. */
  wish: number
  seat: Pool | 'held' | null
  before: Pool | 'held' | null
  stage: Stage
}

/**
 * Computes the result a second time, slowly and plainly: each seat is an object, candidates ask in waves, and after
 * each wave every pool keeps its best. Each matching starts from scratch. Source: rules §14.5.
 */
export function recompute({
  seats: lines,
  candidates,
  stages,
}: AllotmentInput): Omit<AllotmentResult, 'format' | 'inputHash'> {
  const places = new Map<string, Place>()
  const seats: Seat[] = []
  for (const { choiceCode, seatType, minority, count } of lines) {
    places.set(choiceCode, { community: minority, pools: [] })
    for (let n = 0; n < count; n++) seats.push({ choiceCode, original: seatType, now: seatType })
  }
  const people = candidates.map((one): Person => {
    const held = one.holds ? one.options.indexOf(one.holds.choiceCode) : -1
    const types = typesFor(one)
    return {
      one,
      options: one.options.map((code) => places.get(code)!),
      considered: held < 0 ? one.options.length : held,
      types: types.map(tablePlace),
      merits: types.map((type) => meritFor(one, type)!),
      wish: 0,
      seat: null,
      before: null,
      stage: stages[0]!,
    }
  })
  /** Holders of converted seats that have not been given back yet. */
  let aside = people.filter(({ one }) => one.holds?.originalType)

  let enabled = 0
  while (true) {
    const pools = match(people, places, seats)
    for (const person of people) {
      if (!isSamePlace(person.seat, person.before)) person.stage = stages[enabled]!
      person.before = person.seat
    }
    const left = aside.filter(({ seat }) => seat !== 'held')
    if (left.length > 0) {
      aside = aside.filter(({ seat }) => seat === 'held')
      for (const { one } of left) {
        const { choiceCode, originalType } = one.holds!
        seats.push({ choiceCode, original: originalType!, now: originalType! })
      }
      continue
    }
    const vacant = pools.flatMap(vacantIn)
    while (!convert(vacant, stages.slice(0, enabled + 1))) {
      if (enabled === stages.length - 1) return toldOf(people, pools)
      enabled++
    }
  }
}

/** Converts all vacant seats at the lowest stage that has any; returns true if it converted one. */
function convert(vacant: readonly Seat[], enabled: readonly Stage[]): boolean {
  const stage = enabled.find((each) => vacant.some(({ original, now }) => becomes(each, original, now)))
  if (!stage) return false
  for (const seat of vacant) seat.now = becomes(stage, seat.original, seat.now) ?? seat.now
  return true
}

/** Compares by name, because each matching makes new pools. */
const isSamePlace = (a: Person['seat'], b: Person['seat']): boolean =>
  a === b || (a instanceof Object && b instanceof Object && a.choiceCode === b.choiceCode && a.type === b.type)

/** Runs one matching from scratch; returns its pools. */
function match(people: readonly Person[], places: ReadonlyMap<string, Place>, seats: readonly Seat[]): Pool[] {
  const pools: Pool[] = []
  for (const place of places.values()) place.pools = []
  for (const seat of seats) {
    const place = places.get(seat.choiceCode)!
    let pool = place.pools[tablePlace(seat.now)]
    if (!pool) {
      pool = { choiceCode: seat.choiceCode, type: seat.now, seats: [], members: [], cutOff: Number.POSITIVE_INFINITY }
      place.pools[tablePlace(seat.now)] = pool
      pools.push(pool)
    }
    pool.seats.push(seat)
  }
  for (const person of people) {
    person.wish = 0
    person.seat = null
  }
  let asking = [...people]
  while (asking.length > 0) {
    const asked = new Set<Pool>()
    for (const person of asking) {
      person.seat = nextSeat(person, places)
      if (person.seat === null || person.seat === 'held') continue
      person.seat.members.push(person)
      asked.add(person.seat)
    }
    asking = []
    for (const pool of asked) {
      if (pool.members.length < pool.seats.length) continue
      pool.members.sort((a, b) => rankIn(a, pool) - rankIn(b, pool))
      for (const refused of pool.members.splice(pool.seats.length)) {
        refused.wish++
        asking.push(refused)
      }
      pool.cutOff = rankIn(pool.members[pool.members.length - 1]!, pool)
    }
  }
  return pools
}

/** The first pool, from their current wish on, that would still take them. */
function nextSeat(person: Person, places: ReadonlyMap<string, Place>): Person['seat'] {
  const { one, types, merits, options } = person
  const count = types.length
  for (let option = Math.floor(person.wish / count); option < person.considered; option++) {
    const place = options[option]!
    const from = Math.max(0, person.wish - option * count)
    for (let nth = from; nth < count; nth++) {
      const pool = place.pools[types[nth]!]
      if (!pool || merits[nth]! > pool.cutOff) continue
      if (pool.type === 'MI' && !isEligible(one, 'MI', place.community)) continue
      person.wish = option * count + nth
      return pool
    }
  }
  person.wish = person.considered * count
  if (!one.holds) return null
  return one.holds.originalType ? 'held' : places.get(one.holds.choiceCode)!.pools[tablePlace(one.holds.seatType)]!
}

/** A candidate who holds a seat of the pool ranks first. */
function rankIn({ one }: Person, pool: Pool): number {
  const { holds } = one
  const isHolder = holds && !holds.originalType && holds.choiceCode === pool.choiceCode && holds.seatType === pool.type
  return isHolder ? 0 : meritFor(one, pool.type)!
}

/** The pool's seats in the order in which they are charged: unconverted, then by original type. */
const inChargingOrder = ({ seats, type }: Pool): Seat[] =>
  [...seats].sort(
    (a, b) =>
      Number(b.original === type) - Number(a.original === type) || tablePlace(a.original) - tablePlace(b.original),
  )
const vacantIn = (pool: Pool): Seat[] => inChargingOrder(pool).slice(pool.members.length)
const occupiedIn = (pool: Pool): Seat[] => inChargingOrder(pool).slice(0, pool.members.length)

function toldOf(people: readonly Person[], pools: readonly Pool[]): Omit<AllotmentResult, 'format' | 'inputHash'> {
  const allotments = people.flatMap(({ one, seat, stage }) => {
    if (seat === null) return []
    const { holds } = one
    const [choiceCode, seatType] = seat === 'held' ? [holds!.choiceCode, holds!.seatType] : [seat.choiceCode, seat.type]
    const listed = one.options.indexOf(choiceCode)
    return {
      id: one.id,
      choiceCode,
      seatType,
      preference: listed < 0 ? null : listed + 1,
      stage,
      // At the held choice code only the held seat is considered.
      retained: choiceCode === holds?.choiceCode,
    }
  })
  const tally = new Map<string, Conversion>()
  const free = new Map<string, Vacancy>()
  for (const pool of pools) {
    for (const { choiceCode, original, now } of occupiedIn(pool)) {
      if (original !== now) count(tally, `${choiceCode} ${original} ${now}`, { choiceCode, from: original, to: now })
    }
    for (const { choiceCode, original } of vacantIn(pool)) {
      count(free, `${choiceCode} ${original}`, { choiceCode, seatType: original })
    }
  }
  return {
    allotments: allotments.sort((a, b) => compareText(a.id, b.id)),
    conversions: [...tally.values()].sort(
      (a, b) =>
        compareText(a.choiceCode, b.choiceCode) ||
        tablePlace(a.from) - tablePlace(b.from) ||
        tablePlace(a.to) - tablePlace(b.to),
    ),
    vacancies: [...free.values()].sort(byPool),
    closing: closingOf(
      people.map(({ one }) => one),
      allotments,
    ),
  }
}

function count<T extends object>(all: Map<string, T & { count: number }>, key: string, what: T): void {
  const known = all.get(key)
  if (known) known.count++
  else all.set(key, { ...what, count: 1 })
}

/** The last merit number admitted to each pool, counted on the pool's own list. */
export function closingOf(
  candidates: readonly AllotmentCandidate[],
  allotments: readonly { id: string; choiceCode: string; seatType: SeatType }[],
): Closing[] {
  const byId = new Map(candidates.map((one) => [one.id, one]))
  const last = new Map<string, Closing>()
  for (const { id, choiceCode, seatType } of allotments) {
    const merit = meritFor(byId.get(id)!, seatType)
    const key = `${choiceCode} ${seatType}`
    if (merit !== null && merit > (last.get(key)?.merit ?? 0)) last.set(key, { choiceCode, seatType, merit })
  }
  return [...last.values()].sort(byPool)
}

const byPool = (a: { choiceCode: string; seatType: SeatType }, b: { choiceCode: string; seatType: SeatType }): number =>
  compareText(a.choiceCode, b.choiceCode) || tablePlace(a.seatType) - tablePlace(b.seatType)
