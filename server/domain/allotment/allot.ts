import type {
  Allotment,
  AllotmentInput,
  AllotmentResult,
  Closing,
  Conversion,
  Vacancy,
} from '../allotment-format/format'
import { seatTypes } from '../seat-types'
import { codeOf, type Instance, instanceOf, placeOf, poolOf, unranked } from './instance'
import { type Outcome, runStages } from './stages'

/**
 * Who gets which seat in a round, from an input that `inputFault` found sound; all of the result but the input's hash,
 * which is no rule's business. The same input in any order gives the same result. Source: allotment.
 */
export function allotSeats(input: AllotmentInput): Omit<AllotmentResult, 'format' | 'inputHash'> {
  const instance = instanceOf(input)
  const outcome = runStages(instance)
  return {
    allotments: allotmentsOf(input, instance, outcome),
    ...seatsOf(instance, outcome),
    closing: closingOf(instance, outcome),
  }
}

function allotmentsOf(input: AllotmentInput, instance: Instance, { matching, stageOf }: Outcome): Allotment[] {
  const allotments: Allotment[] = []
  for (let candidate = 0; candidate < instance.who.length; candidate++) {
    const pool = matching.seatOf[candidate]!
    if (pool < 0) continue
    const { id, options } = input.candidates[instance.who[candidate]!]!
    const at = matching.foundAt[candidate]! - instance.optionsFrom[candidate]!
    allotments.push({
      id,
      choiceCode: instance.codes[codeOf(pool)]!,
      seatType: seatTypes[placeOf(pool)]!,
      // A kept seat was found where its choice code stands in the list, if it does.
      preference: at < options.length ? at + 1 : null,
      stage: instance.stages[stageOf[candidate]!]!,
      retained: matching.isKept[candidate] === 1,
    })
  }
  return allotments.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What became of the seats. Vacant ones are told by their original types, whatever they were converted to. */
function seatsOf(
  { codes }: Instance,
  { matching, origins }: Outcome,
): { conversions: Conversion[]; vacancies: Vacancy[] } {
  const conversions: Conversion[] = []
  const vacancies: Vacancy[] = []
  for (const [code, choiceCode] of codes.entries()) {
    /** By original place: how many are vacant, and how many are occupied as another type. */
    const vacant = seatTypes.map(() => 0)
    const occupiedAs = seatTypes.map(() => new Map<number, number>())
    for (const to of seatTypes.keys()) {
      const pool = poolOf(code, to)
      origins.charge(pool, matching.occupants[pool]!, (from, occupied, free) => {
        vacant[from]! += free
        if (from !== to && occupied > 0) occupiedAs[from]!.set(to, occupied)
      })
    }
    for (const [from, seatType] of seatTypes.entries()) {
      if (vacant[from]! > 0) vacancies.push({ choiceCode, seatType, count: vacant[from]! })
      for (const [to, count] of occupiedAs[from]!)
        conversions.push({ choiceCode, from: seatType, to: seatTypes[to]!, count })
    }
  }
  return { conversions, vacancies }
}

function closingOf(instance: Instance, { matching }: Outcome): Closing[] {
  const last = new Map<number, number>()
  for (let candidate = 0; candidate < instance.who.length; candidate++) {
    const pool = matching.seatOf[candidate]!
    if (pool < 0) continue
    const list = seatTypes[placeOf(pool)] === 'AI' ? instance.allIndiaMerit : instance.stateMerit
    const merit = list[candidate]!
    if (merit !== unranked) last.set(pool, Math.max(merit, last.get(pool) ?? 0))
  }
  return [...last]
    .sort(([a], [b]) => a - b)
    .map(([pool, merit]) => ({ choiceCode: instance.codes[codeOf(pool)]!, seatType: seatTypes[placeOf(pool)]!, merit }))
}
