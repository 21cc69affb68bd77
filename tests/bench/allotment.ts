import { instanceOf } from '../../server/domain/allotment/engine/instance'
import { runStages } from '../../server/domain/allotment/engine/stages'
import { drawnCohort } from '../domain/allotment/engine/drawn-cohort'

// Measures the allotment engine on one drawn round with all stages: the median of five rounds in seconds, their spread,
// the proposals and matchings of one run, and the peak memory of the process. Usage: `allotment.js CANDIDATES CODES
// LONGEST_LIST`. Prints JSON.
const [candidates = 100_000, codes = 1500, longest = 300] = process.argv.slice(2).map(Number)
const instance = instanceOf(drawnCohort(candidates, { codes, longest }))

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
