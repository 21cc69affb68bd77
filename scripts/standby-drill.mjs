// `npm run standby-drill`: the portal with Litestream beside it, in folders of this machine: load, checkpoints, a reading that stays
// open, a kill of both, and the take-over; says what waited and what was lost. `-- --seconds 20`: how long each kind of load
// lasts. `-- --litestream PROGRAM`: another version than the 0.3.13 of the package that is installed for it.
import { optionsOfScript } from './options.mjs'
import { build, install, run } from './setup.mjs'

optionsOfScript({ seconds: { type: 'string' }, litestream: { type: 'string' } })
await install()
build()
process.exitCode = run('npx', ['--no-install', 'tsx', 'scripts/drills/standby.ts', ...process.argv.slice(2)]) ? 0 : 1
