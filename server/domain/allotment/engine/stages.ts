import type { Stage } from '#server/domain/terms/allotment-format.ts'
import { type SeatType, seatTypePlace } from '#server/domain/terms/seat-types.ts'
import { type Instance, placeOf, poolOf } from './instance'
import { createMatcher, type Matching } from './matching'
import { conversionsOf, placeBits, placesPerCode, type SeatTypeSet } from './seat-rules'

/** How a round ended, in the instance's numbers. */
export type Outcome = {
  matching: Matching
  /** By candidate: the index in `instance.stages` of the stage at which their seat was first reached. */
  stageOf: Uint8Array
  origins: Origins
  /** How many matchings the round took, and how often candidates proposed to a choice code in all of them. */
  matchings: number
  proposals: number
}

/**
 * Runs the round: matches, converts vacant seats at the lowest enabled stage that has any, and matches again; when no
 * enabled stage has any, enables the next. Held converted seats that were given up are first offered under their
 * original types. It terminates, because seats move only along the conversions and these have no cycle. Source: rules
 * §14.5.
 */
export function runStages(instance: Instance): Outcome {
  const matcher = createMatcher(instance)
  const origins = createOrigins(instance)
  const stageOf = new Uint8Array(instance.who.length)
  const previous = new Int32Array(instance.who.length).fill(-1)
  const returned = new Uint8Array(instance.who.length)
  let enabled = 0
  let matching = matcher.run(origins.capacity)
  let matchings = 1
  noteStages()
  while (true) {
    if (!returnLeftSeats() && !convertLowest()) {
      if (enabled === instance.stages.length - 1) break
      enabled++
      continue
    }
    matching = matcher.run(origins.capacity)
    matchings++
    noteStages()
  }
  return { matching, stageOf, origins, matchings, proposals: matcher.proposals() }

  function noteStages(): void {
    for (let candidate = 0; candidate < previous.length; candidate++) {
      if (matching.seatOf[candidate] === previous[candidate]) continue
      previous[candidate] = matching.seatOf[candidate]!
      stageOf[candidate] = enabled
    }
  }

  /** Returns converted seats of an earlier round to their original types once their holders have better ones. */
  function returnLeftSeats(): boolean {
    let any = false
    for (let candidate = 0; candidate < returned.length; candidate++) {
      const original = instance.heldOriginal[candidate]!
      if (original < 0 || returned[candidate] || matching.isKept[candidate]) continue
      returned[candidate] = 1
      origins.add(original)
      any = true
    }
    return any
  }

  function convertLowest(): boolean {
    return instance.stages
      .slice(0, enabled + 1)
      .some((stage: Stage) =>
        conversionsOf[stage]!.map((rule) =>
          origins.convert(rule.from, rule.to, rule.originally, matching.occupants),
        ).some((any) => any),
      )
  }
}

/** The origins of each pool's seats: how many seats came from which original type. */
type Origins = ReturnType<typeof createOrigins>

function createOrigins(instance: Instance) {
  const capacity = instance.seats.slice()
  /** `seats[pool * 32 + place of the original type]`. */
  const seats = new Int32Array(capacity.length * placesPerCode)
  for (let pool = 0; pool < capacity.length; pool++) seats[(pool << placeBits) | placeOf(pool)] = capacity[pool]!

  /**
   * Calls `visit(original place, occupied, vacant)` for each origin of the pool's seats. Occupants are charged to
   * unconverted seats first, then to converted ones in the order of their original types.
   */
  function charge(
    pool: number,
    sitting: number,
    visit: (place: number, occupied: number, vacant: number) => void,
  ): void {
    if (capacity[pool] === 0) return
    const own = placeOf(pool)
    let left = sitting
    const take = (place: number) => {
      const count = seats[(pool << placeBits) | place]!
      if (count === 0) return
      const occupied = Math.min(count, left)
      left -= occupied
      visit(place, occupied, count - occupied)
    }
    take(own)
    for (let place = 0; place < placesPerCode; place++) if (place !== own) take(place)
  }

  return {
    /** Current seats by pool. */
    capacity,
    charge,
    /** Adds one seat under its original type. */
    add(pool: number): void {
      capacity[pool]!++
      seats[(pool << placeBits) | placeOf(pool)]!++
    },
    /** Converts all vacant seats of a type at every choice code; returns true if there were any. */
    convert(from: SeatType, to: SeatType, originally: SeatTypeSet, occupants: Int32Array): boolean {
      let any = false
      for (let code = 0; code < instance.codes.length; code++) {
        const [source, target] = [poolOf(code, seatTypePlace(from)), poolOf(code, seatTypePlace(to))]
        if (capacity[source] === occupants[source]) continue
        charge(source, occupants[source]!, (place, _, vacant) => {
          if (vacant === 0 || !(originally & (1 << place))) return
          seats[(source << placeBits) | place]! -= vacant
          seats[(target << placeBits) | place]! += vacant
          capacity[source]! -= vacant
          capacity[target]! += vacant
          any = true
        })
      }
      return any
    },
  }
}
