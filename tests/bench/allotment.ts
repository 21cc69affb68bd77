import { instanceOf } from '../../server/domain/allotment/engine/instance'
import { runStages } from '../../server/domain/allotment/engine/stages'
import { drawnCohort } from '../domain/allotment/engine/drawn-cohort'

// One round with all stages over a drawn cohort, the engine alone from typed arrays: the median of five rounds, their spread,
// how often a candidate proposed to a choice code in all matchings of one run, and the peak of the whole process' memory.
// `allotment.js CANDIDATES CODES LONGEST_LIST`. Says so as JSON.
const [candidates = 100_000, codes = 1500, longest = 300] = process.argv.slice(2).map(Number)
const instance = instanceOf(drawnCohort(candidates, { codes, longest }))

/** The mean of so many runs, in seconds. */
function timed(runs: number): number {
  const begun = performance.now()
  for (let n = 0; n < runs; n++) runStages(instance)
  return (performance.now() - begun) / 1000 / runs
}

const { proposals, matchings } = runStages(instance)
// A small cohort is over before a clock can tell: half a second a round at least, and one to warm up.
const runs = Math.ceil(0.5 / timed(3))
timed(runs)
const times = Array.from({ length: 5 }, () => timed(runs)).sort((a, b) => a - b)
const seconds = times[2]!
const spread = (times[4]! - times[0]!) / seconds
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ seconds, spread, proposals, matchings, megabytes }))
