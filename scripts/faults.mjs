// `npm run faults`: the tests of cases 64 to 72 with all their repetitions, then the drills on the built server: kill -9 under
// load, a full disk, damage and restore, a process that dies during a release. Everything stays on this machine and in
// temporary folders; it ends by itself and cleans up. `npm run faults -- WORD`: only the drills with this word in their name.
import { optionsOfScript } from './options.mjs'
import { build, install, run } from './setup.mjs'

const [word] = optionsOfScript({}, 1).words
await install()
build()
const tests = [
  'faults/database-killed',
  'faults/outages',
  'faults/uploads-killed',
  'faults/payments-killed',
  'faults/allotment-killed',
  'faults/merit-lists-killed',
  'faults/surge',
  'features/operations/housekeeping',
  'features/messages/messages/outbox',
].map((name) => `tests/${name}`)
const env = { ...process.env, TESTS: 'all' }
const vitest = ['--no-install', 'vitest', 'run', '--config', 'tests/vitest.config.ts', ...tests]
const isTested = word !== undefined || run('npx', vitest, { env })
const isDrilled = run('npx', ['--no-install', 'tsx', 'scripts/drills/run.ts', ...(word ? [word] : [])])
process.exitCode = isTested && isDrilled ? 0 : 1
