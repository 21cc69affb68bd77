// `npm run season -- --candidates 200`: a whole season of simulated people over the pages and the API of the built server, and
// the books at its end. Everything is in temporary folders on loopback; it ends by itself. Options: scripts/season/run.ts.
import { optionsOfScript } from './options.mjs'
import { options } from './season/options.mjs'
import { build, install, run } from './setup.mjs'

optionsOfScript(options)
await install()
build()
process.exitCode = run('npx', ['--no-install', 'tsx', 'scripts/season/run.ts', ...process.argv.slice(2)]) ? 0 : 1
