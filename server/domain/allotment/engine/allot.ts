import type {
  Allotment,
  AllotmentInput,
  AllotmentResult,
  Closing,
  Conversion,
  Vacancy,
} from '#server/domain/terms/allotment-format.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import { codeOf, type Instance, instanceOf, placeOf, poolOf, unranked } from './instance'
import { type Outcome, runStages } from './stages'

/**
 * Allots the seats of a round, from an input that passed `inputFault`. Returns the whole result except the input's
 * hash, which no rule needs. The same input in any order gives the same result. Source: rules §14.4.
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
      // A kept seat is found at its choice code's place in the list, if the list names it.
      preference: at < options.length ? at + 1 : null,
      stage: instance.stages[stageOf[candidate]!]!,
      retained: matching.isKept[candidate] === 1,
    })
  }
  return allotments.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The outcome for the seats. Vacant seats are listed by their original types, whatever they were converted to. */
function seatsOf(
  { codes }: Instance,
  { matching, origins }: Outcome,
): { conversions: Conversion[]; vacancies: Vacancy[] } {
  const conversions: Conversion[] = []
  const vacancies: Vacancy[] = []
  for (const [code, choiceCode] of codes.entries()) {
    /** By place of the original type: how many are vacant, and how many are occupied as another type. */
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
