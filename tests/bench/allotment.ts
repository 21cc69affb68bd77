import { instanceOf } from '../../server/domain/allotment/instance'
import { runStages } from '../../server/domain/allotment/stages'
import { drawnCohort } from '../domain/allotment/drawn-cohort'

// One round with all stages over a drawn cohort, the engine alone from typed arrays: the median of five runs, their spread,
// how often a candidate proposed to a choice code in all matchings of a run, and the peak of the whole process' memory.
// `allotment.js CANDIDATES CODES LONGEST_LIST`. Says so as JSON.
const [candidates = 100_000, codes = 1500, longest = 300] = process.argv.slice(2).map(Number)
const instance = instanceOf(drawnCohort(candidates, { codes, longest }))
const { proposals, matchings } = runStages(instance)
const times: number[] = []
for (let n = 0; n < 5; n++) {
  const begun = performance.now()
  runStages(instance)
  times.push((performance.now() - begun) / 1000)
}
times.sort((a, b) => a - b)
const seconds = times[2]!
const spread = (times[4]! - times[0]!) / seconds
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ seconds, spread, proposals, matchings, megabytes }))
