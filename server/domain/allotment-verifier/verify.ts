import type { AllotmentCandidate, AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Breach } from './breach'
import { closingOf, recompute } from './recompute'
import { resultFaults } from './result-shape'
import { canEndAs, isEligible, meritFor, tablePlace, typesFor } from './rules'

/** The largest number of breaches reported. */
const mostTold = 50

/**
 * Checks a result against its input: first the promises in the result, then the recomputed result. Shares no code with
 * the engine. `inputHash`: the hash of the canonical form (`canonicalPieces`). Returns an empty list if all is right.
 */
export function verifyAllotment(input: AllotmentInput, result: unknown, inputHash: string): Breach[] {
  const shape = resultFaults(result, input)
  if (shape.length > 0) return shape.slice(0, mostTold)
  const told = result as AllotmentResult
  const breaches: Breach[] = []
  for (const breach of breachesOf(input, told, inputHash)) if (breaches.push(breach) === mostTold) break
  return breaches
}

function* breachesOf(input: AllotmentInput, result: AllotmentResult, inputHash: string): Generator<Breach> {
  if (result.inputHash !== inputHash) {
    yield { promise: 'input', path: '$.inputHash', says: `is not the hash of this input, ${inputHash}` }
  }
  const round = roundOf(input, result)
  yield* seatBreaches(round)
  yield* candidateBreaches(round)
  yield* recomputedBreaches(input, result)
}

const poolName = (choiceCode: string, type: string) => `${choiceCode} ${type}`

type Seated = { one: AllotmentCandidate; path: string; choiceCode: string; seatType: SeatType; retained: boolean }
type Round = {
  input: AllotmentInput
  result: AllotmentResult
  seated: Map<string, Seated>
  community: Map<string, string | null>
  /** Seats by pool under their original types, including held converted seats that were given up. */
  seats: Map<string, number>
  /** The occupants of each pool, without kept converted seats. */
  members: Map<string, Seated[]>
}

function roundOf(input: AllotmentInput, result: AllotmentResult): Round {
  const byId = new Map(input.candidates.map((one) => [one.id, one]))
  const seated = new Map<string, Seated>()
  const seats = new Map<string, number>()
  const members = new Map<string, Seated[]>()
  for (const { choiceCode, seatType, count } of input.seats) seats.set(poolName(choiceCode, seatType), count)
  for (const [n, { id, choiceCode, seatType, retained }] of result.allotments.entries()) {
    const one = byId.get(id)!
    const seat = { one, path: `$.allotments[${n}]`, choiceCode, seatType, retained }
    seated.set(id, seat)
    if (retained && one.holds?.originalType) continue
    const name = poolName(choiceCode, seatType)
    if (!members.get(name)?.push(seat)) members.set(name, [seat])
  }
  for (const { id, holds } of input.candidates) {
    if (!holds?.originalType || seated.get(id)?.retained) continue
    const name = poolName(holds.choiceCode, holds.originalType)
    seats.set(name, (seats.get(name) ?? 0) + 1)
  }
  const community = new Map(input.seats.map(({ choiceCode, minority }) => [choiceCode, minority]))
  return { input, result, seated, community, seats, members }
}

/** No pool holds more than its seats, conversions included, and every seat is either taken or listed as vacant. */
function* seatBreaches({ input, result, seats, members }: Round): Generator<Breach> {
  const [into, outOf] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, name: string, count: number) => to.set(name, (to.get(name) ?? 0) + count)
  for (const [n, { choiceCode, from, to, count }] of result.conversions.entries()) {
    if (!canEndAs(input.stages, from, to)) {
      yield { promise: 'conversions', path: `$.conversions[${n}]`, says: `${from} never becomes ${to} in this round` }
    }
    add(outOf, poolName(choiceCode, from), count)
    add(into, poolName(choiceCode, to), count)
  }
  const vacant = new Map(result.vacancies.map((line) => [poolName(line.choiceCode, line.seatType), line.count]))
  for (const name of new Set([...seats.keys(), ...members.keys(), ...into.keys(), ...outOf.keys(), ...vacant.keys()])) {
    const unconverted = (members.get(name)?.length ?? 0) - (into.get(name) ?? 0)
    const left = (seats.get(name) ?? 0) - (outOf.get(name) ?? 0) - unconverted
    if (unconverted < 0) {
      yield { promise: 'conversions', path: '$.conversions', says: `more seats became ${name} than are occupied` }
    } else if (left < 0) {
      yield {
        promise: 'capacity',
        path: members.get(name)?.[0]?.path ?? '$.conversions',
        says: `${name} has ${-left} more than its seats`,
      }
    } else if (left !== (vacant.get(name) ?? 0)) {
      yield {
        promise: 'vacancies',
        path: '$.vacancies',
        says: `${name} has ${left} vacant, not ${vacant.get(name) ?? 0}`,
      }
    }
  }
}

/**
 * The promises to each candidate: a seat for which they are eligible, at least the held one, and no better one missed.
 */
function* candidateBreaches(round: Round): Generator<Breach> {
  const { input, seated, community } = round
  const offers = offersOf(round)
  for (const [n, one] of input.candidates.entries()) {
    const { id, holds, options } = one
    const seat = seated.get(id)
    const path = seat?.path ?? `$.allotments (candidates[${n}])`
    if (seat && !seat.retained && !isEligible(one, seat.seatType, community.get(seat.choiceCode) ?? null)) {
      yield { promise: 'eligibility', path, says: `${id} may not have ${poolName(seat.choiceCode, seat.seatType)}` }
      continue
    }
    const heldAt = holds ? options.indexOf(holds.choiceCode) : -1
    const considered = heldAt < 0 ? options : options.slice(0, heldAt)
    const isHeldSeat = seat?.choiceCode === holds?.choiceCode && seat?.seatType === holds?.seatType
    if (holds && !seat) yield { promise: 'retained', path, says: `${id} has lost the held seat` }
    else if (seat && seat.retained !== (holds !== null && isHeldSeat)) {
      yield {
        promise: 'retained',
        path: `${path}.retained`,
        says: `${id} ${isHeldSeat ? 'keeps' : 'does not keep'} a held seat`,
      }
    } else if (seat && !seat.retained && !considered.includes(seat.choiceCode)) {
      yield {
        promise: holds ? 'retained' : 'eligibility',
        path,
        says: `${id} did not ask for ${seat.choiceCode} before what they hold`,
      }
    } else yield* betterSeats(offers, one, seat, considered, path)
  }
}

/** A pool as seen by a candidate who would prefer it: the rank of its weakest occupant, and if a seat is free. */
type Offer = { weakest: number; isVacant: boolean }
/** A choice code. Its pools are indexed by their seat type's place in the table. */
type Offers = { community: string | null; pools: (Offer | undefined)[] }

function offersOf({ community, members, result }: Round): Map<string, Offers> {
  const offers = new Map(
    [...community].map(([code, minority]): [string, Offers] => [code, { community: minority, pools: [] }]),
  )
  const at = (choiceCode: string, type: SeatType): Offer => {
    const { pools } = offers.get(choiceCode)!
    pools[tablePlace(type)] ??= { weakest: 0, isVacant: false }
    return pools[tablePlace(type)]!
  }
  for (const all of members.values()) {
    for (const seat of all) {
      const pool = at(seat.choiceCode, seat.seatType)
      pool.weakest = Math.max(pool.weakest, rankOf(seat))
    }
  }
  for (const { choiceCode, seatType } of result.vacancies) at(choiceCode, seatType).isVacant = true
  return offers
}

/** Seats that the candidate prefers and that are vacant or went to a weaker candidate. */
function* betterSeats(
  offers: ReadonlyMap<string, Offers>,
  one: AllotmentCandidate,
  seat: Seated | undefined,
  considered: readonly string[],
  path: string,
): Generator<Breach> {
  const types = typesFor(one)
  const places = types.map(tablePlace)
  for (const choiceCode of considered) {
    const { community, pools } = offers.get(choiceCode)!
    for (const [n, type] of types.entries()) {
      if (seat?.choiceCode === choiceCode && seat.seatType === type) return
      const pool = pools[places[n]!]
      const isBetter = pool && (pool.isVacant || meritFor(one, type)! < pool.weakest)
      if (!isBetter || !isEligible(one, type, community)) continue
      const name = poolName(choiceCode, type)
      if (pool.isVacant) yield { promise: 'no-waste', path, says: `${name} is vacant, and ${one.id} likes it better` }
      else yield { promise: 'no-envy', path, says: `${name} went to a weaker candidate than ${one.id}` }
    }
  }
}

/** A holder of a seat of the pool ranks first. */
const rankOf = ({ one, seatType, retained }: Seated): number => (retained ? 0 : meritFor(one, seatType)!)

/** Compares with the one correct result: of all stable matchings the best for the candidates. */
function* recomputedBreaches(input: AllotmentInput, result: AllotmentResult): Generator<Breach> {
  const right = recompute(input)
  const rightSeat = new Map(right.allotments.map((one) => [one.id, one]))
  for (const [n, { id, choiceCode, seatType, stage, preference }] of result.allotments.entries()) {
    const path = `$.allotments[${n}]`
    const must = rightSeat.get(id)
    rightSeat.delete(id)
    if (must?.choiceCode !== choiceCode || must.seatType !== seatType) {
      const better = must ? poolName(must.choiceCode, must.seatType) : 'nothing'
      yield { promise: 'optimal', path, says: `${id} must get ${better}` }
    } else if (must.preference !== preference) {
      yield { promise: 'format', path: `${path}.preference`, says: `must be ${must.preference}` }
    } else if (must.stage !== stage) yield { promise: 'stage', path: `${path}.stage`, says: `must be ${must.stage}` }
  }
  for (const { id, choiceCode, seatType } of rightSeat.values()) {
    yield { promise: 'optimal', path: '$.allotments', says: `${id} must get ${poolName(choiceCode, seatType)}` }
  }
  yield* differences('conversions', right.conversions, result.conversions)
  yield* differences('vacancies', right.vacancies, result.vacancies)
  yield* differences('closing', closingOf(input.candidates, result.allotments), result.closing)
}

function* differences(
  promise: 'conversions' | 'vacancies' | 'closing',
  right: readonly object[],
  told: readonly object[],
): Generator<Breach> {
  for (let n = 0; n < Math.max(right.length, told.length); n++) {
    const [must, is] = [right[n], told[n]]
    const names = Object.keys(must ?? {}) as (keyof typeof must)[]
    if (must && is && names.every((name) => must[name] === is[name])) continue
    yield { promise, path: `$.${promise}[${n}]`, says: must ? `must be ${JSON.stringify(must)}` : 'is one too many' }
    return
  }
}
