import type { AllotmentCandidate, AllotmentInput, Stage } from '#server/domain/terms/allotment-format.ts'
import { seatTypePlace } from '#server/domain/terms/seat-types.ts'
import { eligibleTypes, placeBits, placesPerCode } from './seat-rules'

/** Larger than any merit number, so that a candidate who is not on a list ranks behind everybody. */
export const unranked = 0x7fffffff

/**
 * An allotment as the engine works on it: numbers in typed arrays. A pool is `code * 32 + place of its seat type`.
 * Candidates are in the order of the State list; those who are only on the All India list are merged in at their All
 * India rank. In this order a later candidate rarely displaces an earlier one, so the matching is nearly one pass over
 * the lists of choices.
 */
export type Instance = {
  stages: readonly Stage[]
  /** Choice codes in order; `code` below is an index into this list. */
  codes: readonly string[]
  /** Seats by pool, under their original types. */
  seats: Int32Array
  /** The institute's community by code, numbered from 0; -1 outside minority institutes. */
  community: Int32Array
  /** By candidate: the index in `input.candidates`. */
  who: Int32Array
  stateMerit: Int32Array
  allIndiaMerit: Int32Array
  eligible: Int32Array
  /** The options of candidate `c`: `options[optionsFrom[c]]` up to `options[optionsFrom[c + 1] - 1]`, as codes. */
  options: Uint16Array | Uint32Array
  optionsFrom: Uint32Array
  /** How many options are considered for each candidate: those above the held choice code. */
  considered: Int32Array
  /** The pool of the held seat; -1 for none. */
  heldPool: Int32Array
  /** For a held seat that an earlier round converted: the pool to which it returns when given up; otherwise -1. */
  heldOriginal: Int32Array
  /** The candidate's communities, as the number of a combination that occurs; 0 for none. */
  communities: Int32Array
  /** Does combination `n` include community `m`? `hasCommunity[n * communityCount + m]`. */
  hasCommunity: Uint8Array
  communityCount: number
}

export const poolOf = (code: number, place: number): number => (code << placeBits) | place
export const codeOf = (pool: number): number => pool >> placeBits
export const placeOf = (pool: number): number => pool & (placesPerCode - 1)

/** Turns a sound input into numbers. */
export function instanceOf(input: AllotmentInput): Instance {
  const codes = [...new Set(input.seats.map((line) => line.choiceCode))].sort()
  const codeNumber = new Map(codes.map((code, number) => [code, number]))
  const seats = new Int32Array(codes.length * placesPerCode)
  const community = new Int32Array(codes.length).fill(-1)
  const communityNumber = new Map<string, number>()
  for (const { choiceCode, seatType, count, minority } of input.seats) {
    const code = codeNumber.get(choiceCode)!
    seats[poolOf(code, seatTypePlace(seatType))] = count
    if (minority !== null) community[code] = numberOf(communityNumber, minority)
  }

  const everybody = input.candidates
  const count = everybody.length
  const who = processingOrder(everybody)
  const total = everybody.reduce((sum, { options }) => sum + options.length, 0)
  const numbers = () => new Int32Array(count)
  const instance = {
    stages: input.stages,
    codes,
    seats,
    community,
    who,
    stateMerit: numbers(),
    allIndiaMerit: numbers(),
    eligible: numbers(),
    options: codes.length <= 0x10000 ? new Uint16Array(total) : new Uint32Array(total),
    optionsFrom: new Uint32Array(count + 1),
    considered: numbers(),
    heldPool: numbers().fill(-1),
    heldOriginal: numbers().fill(-1),
    communities: numbers(),
    communityCount: communityNumber.size,
  }
  const combinations = new Map([['', 0]])
  let next = 0
  for (let candidate = 0; candidate < count; candidate++) {
    const one = everybody[who[candidate]!]!
    instance.stateMerit[candidate] = one.stateMerit ?? unranked
    instance.allIndiaMerit[candidate] = one.allIndiaMerit
    instance.eligible[candidate] = eligibleTypes(one)
    const known = one.minority.flatMap((name) => communityNumber.get(name) ?? []).sort((a, b) => a - b)
    instance.communities[candidate] = numberOf(combinations, known.join())
    instance.considered[candidate] = one.options.length
    instance.optionsFrom[candidate] = next
    for (const option of one.options) instance.options[next++] = codeNumber.get(option)!
    if (!one.holds) continue
    const { choiceCode, seatType, originalType } = one.holds
    const code = codeNumber.get(choiceCode)!
    const above = one.options.indexOf(choiceCode)
    if (above >= 0) instance.considered[candidate] = above
    instance.heldPool[candidate] = poolOf(code, seatTypePlace(seatType))
    if (originalType) instance.heldOriginal[candidate] = poolOf(code, seatTypePlace(originalType))
  }
  instance.optionsFrom[count] = next
  return { ...instance, hasCommunity: membership([...combinations.keys()], communityNumber.size) }
}

/** Indexes into `everybody`. Any order gives the same allotment; this one is the fastest. */
function processingOrder(everybody: readonly AllotmentCandidate[]): Int32Array {
  const [state, others] = [true, false].map((isOnState) =>
    [...everybody.keys()].filter((place) => (everybody[place]!.stateMerit !== null) === isOnState),
  ) as [number[], number[]]
  const allIndia = (place: number | undefined) => (place === undefined ? unranked : everybody[place]!.allIndiaMerit)
  state.sort((a, b) => everybody[a]!.stateMerit! - everybody[b]!.stateMerit!)
  others.sort((a, b) => allIndia(a) - allIndia(b))
  let [nextOfState, nextOther] = [0, 0]
  return Int32Array.from(everybody, () =>
    allIndia(state[nextOfState]) < allIndia(others[nextOther]) ? state[nextOfState++]! : others[nextOther++]!,
  )
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, numbers.size)
  return numbers.size - 1
}

/** `combinations`: community numbers separated by commas. */
function membership(combinations: readonly string[], communityCount: number): Uint8Array {
  const has = new Uint8Array(combinations.length * communityCount)
  for (const [n, text] of combinations.entries()) {
    for (const member of text === '' ? [] : text.split(',')) has[n * communityCount + Number(member)] = 1
  }
  return has
}

/** Does the candidate belong to the community of the institute of `code`? */
export function isOwnCommunity(instance: Instance, candidate: number, code: number): boolean {
  const community = instance.community[code]!
  return (
    community >= 0 &&
    instance.hasCommunity[instance.communities[candidate]! * instance.communityCount + community] === 1
  )
}
