import { seatTypePlace } from '#server/domain/terms/seat-types.ts'
import { codeOf, type Instance, isOwnCommunity, placeOf, poolOf, unranked } from './instance'
import { placeBits, placesPerCode } from './seat-rules'

/** The seats after one matching. The next matching overwrites the arrays. */
export type Matching = {
  /** The pool of each candidate's seat; -1 for none. */
  seatOf: Int32Array
  /**
   * The index in `options` at which it was found; for a seat kept as the last resort, an index after those considered.
   */
  foundAt: Uint32Array
  /** By candidate; 1 if the seat is exactly the one that they held. */
  isKept: Uint8Array
  /** How many candidates each pool holds. Holders of a converted seat are in no pool. */
  occupants: Int32Array
}

const minority = seatTypePlace('MI')
const allIndia = seatTypePlace('AI')
const nobody = -1
const refused = -2

/**
 * The candidate-optimal stable matching by deferred acceptance: each candidate asks for the best seat that has not
 * refused them; a full pool keeps its best, and a displaced candidate asks on. `run(capacity)` starts from scratch;
 * `capacity` is by pool.
 *
 * For each choice code the matcher keeps the set of seat types that may still take a candidate who has not asked yet,
 * so one operation tells if asking there can succeed. A displaced candidate asks by the set of existing types instead,
 * because they may outrank many occupants.
 */
export function createMatcher(instance: Instance) {
  const { options, optionsFrom, considered, stateMerit, allIndiaMerit, eligible, heldPool, heldOriginal } = instance
  const candidates = stateMerit.length
  const pools = instance.seats.length
  const seatOf = new Int32Array(candidates)
  const foundAt = new Uint32Array(candidates)
  const isKept = new Uint8Array(candidates)
  const occupants = new Int32Array(pools)
  /**
   * By code, as sets of seat types: the types that have seats, and those that may still take a candidate who asks
   * first.
   */
  const existing = new Int32Array(instance.codes.length)
  const open = new Int32Array(instance.codes.length)
  /** The occupants of pool `p`, best first, start at `first[p]`. */
  const first = new Int32Array(pools)
  const places = sum(instance.seats) + heldOriginal.filter((pool) => pool >= 0).length
  const sitting = new Int32Array(places)
  const rankOf = new Int32Array(places)
  const bestStateFrom = bestOfTheRest(stateMerit)
  const bestAllIndiaFrom = bestOfTheRest(allIndiaMerit)
  let capacity: Int32Array = instance.seats
  /** The first candidate who has not asked yet. */
  let next = 0
  let proposals = 0

  /** Closes a pool that is full of better candidates than all who have not asked yet. */
  function closeIfSettled(pool: number): void {
    const place = placeOf(pool)
    const worst = rankOf[first[pool]! + occupants[pool]! - 1]!
    const best = place === allIndia ? bestAllIndiaFrom : bestStateFrom
    if (worst < best[next]!) open[codeOf(pool)]! &= ~(1 << place)
  }

  /** Returns the candidate whom the pool displaced, `nobody`, or `refused`. */
  function ask(pool: number, candidate: number, rank: number): number {
    const begin = first[pool]!
    let end = begin + occupants[pool]!
    let letGo = nobody
    if (end - begin < capacity[pool]!) {
      occupants[pool]!++
    } else if (rank > rankOf[end - 1]!) {
      closeIfSettled(pool)
      return refused
    } else {
      end--
      letGo = sitting[end]!
    }
    while (end > begin && rankOf[end - 1]! > rank) {
      sitting[end] = sitting[end - 1]!
      rankOf[end] = rankOf[end - 1]!
      end--
    }
    sitting[end] = candidate
    rankOf[end] = rank
    if (occupants[pool] === capacity[pool]) closeIfSettled(pool)
    return letGo
  }

  /**
   * Lets the candidate ask from option `from` on, at that option only for the types in `types`. Returns the candidate
   * displaced.
   */
  function seat(candidate: number, from: number, types: number, at: Int32Array): number {
    const mine = eligible[candidate]!
    const end = optionsFrom[candidate]! + considered[candidate]!
    let among = types
    for (let option = from; option < end; option++) {
      const code = options[option]!
      let set = at[code]! & mine & among
      among = -1
      while (set !== 0) {
        const place = 31 - Math.clz32(set & -set)
        set &= set - 1
        if (place === minority && !isOwnCommunity(instance, candidate, code)) continue
        const pool = (code << placeBits) | place
        const letGo = ask(pool, candidate, place === allIndia ? allIndiaMerit[candidate]! : stateMerit[candidate]!)
        if (letGo === refused) continue
        seatOf[candidate] = pool
        foundAt[candidate] = option
        proposals += option - from + 1
        return letGo
      }
    }
    proposals += end - from
    return keep(candidate, end)
  }

  /** The last resort: the held seat, at which its holder ranks before everybody. */
  function keep(candidate: number, end: number): number {
    const held = heldPool[candidate]!
    seatOf[candidate] = held
    foundAt[candidate] = end
    if (held < 0) return nobody
    isKept[candidate] = 1
    return heldOriginal[candidate]! >= 0 ? nobody : ask(held, candidate, 0)
  }

  function begin(seats: Int32Array): void {
    capacity = seats
    seatOf.fill(-1)
    isKept.fill(0)
    occupants.fill(0)
    let from = 0
    for (let code = 0; code < existing.length; code++) {
      let set = 0
      for (let place = 0; place < placesPerCode; place++) {
        const pool = poolOf(code, place)
        first[pool] = from
        from += seats[pool]!
        if (seats[pool]! > 0) set |= 1 << place
      }
      existing[code] = set
      open[code] = set
    }
  }

  return {
    run(seats: Int32Array): Matching {
      begin(seats)
      for (let candidate = 0; candidate < candidates; candidate++) {
        next = candidate + 1
        let letGo = seat(candidate, optionsFrom[candidate]!, -1, open)
        while (letGo !== nobody) {
          const above = -2 << placeOf(seatOf[letGo]!)
          letGo = seat(letGo, foundAt[letGo]!, above, existing)
        }
      }
      return { seatOf, foundAt, isKept, occupants }
    },
    /** How often a candidate proposed to a choice code, over all runs. */
    proposals: () => proposals,
  }
}

const sum = (numbers: Int32Array): number => numbers.reduce((total, number) => total + number, 0)

/** For each index, the smallest merit number among the candidates from there on. */
function bestOfTheRest(merit: Int32Array): Int32Array {
  const best = new Int32Array(merit.length + 1).fill(unranked)
  for (let at = merit.length - 1; at >= 0; at--) best[at] = Math.min(merit[at]!, best[at + 1]!)
  return best
}
