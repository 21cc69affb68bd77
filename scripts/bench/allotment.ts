import { allotSeats } from '#server/domain/allotment/engine/allot.ts'
import { instanceOf } from '#server/domain/allotment/engine/instance.ts'
import { runStages } from '#server/domain/allotment/engine/stages.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { drawnCohort } from '#tests/domain/allotment/engine/drawn-cohort.ts'

// Measures the allotment engine on one drawn round with all stages: the median of five rounds in seconds, their spread,
// the proposals and matchings of one run, and the peak memory of the process. Usage: `allotment.js CANDIDATES CODES
// LONGEST_LIST [RETAINED]`; RETAINED: the share of candidates who hold a seat of the round before. Prints JSON.
const [candidates = 100_000, codes = 1500, longest = 300, retained = 0] = process.argv.slice(2).map(Number)
const first = drawnCohort(candidates, { codes, longest })
const instance = instanceOf(retained ? secondRound(first, retained) : first)

/** The round after this one, in which a share of the candidates hold the seat that it gave them, none of it converted. */
function secondRound(input: AllotmentInput, share: number): AllotmentInput {
  const { allotments } = allotSeats({ ...input, stages: ['I', 'II'] })
  const left = new Map(input.seats.map(({ choiceCode, seatType, count }) => [`${choiceCode} ${seatType}`, count]))
  const held = new Map<string, { choiceCode: string; seatType: string }>()
  for (const { id, choiceCode, seatType } of allotments) {
    const pool = `${choiceCode} ${seatType}`
    const free = left.get(pool) ?? 0
    if (held.size >= share * input.candidates.length || free === 0) continue
    left.set(pool, free - 1)
    held.set(id, { choiceCode, seatType })
  }
  const holders = input.candidates.map((one) => ({ ...one, holds: held.get(one.id) ?? null }))
  return { ...input, round: 2, candidates: holders as AllotmentInput['candidates'] }
}

/** The mean time of these runs, in seconds. */
function timed(runs: number): number {
  const begun = performance.now()
  for (let n = 0; n < runs; n++) runStages(instance)
  return (performance.now() - begun) / 1000 / runs
}

const { proposals, matchings } = runStages(instance)
// A small cohort is too fast for the clock, so a round takes at least half a second; one round warms up.
const runs = Math.ceil(0.5 / timed(3))
timed(runs)
const times = Array.from({ length: 5 }, () => timed(runs)).sort((a, b) => a - b)
const seconds = times[2]!
const spread = (times[4]! - times[0]!) / seconds
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ seconds, spread, proposals, matchings, megabytes }))
