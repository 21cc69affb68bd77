// `npm run standby-drill`: a portal and its stand-by in two folders of this machine. It copies every few seconds under load,
// kills the portal at a random instant, lets the stand-by take over, and measures what was lost in seconds and rows.
// `-- --every 5 --seconds 30`: the interval and how long the load lasts. Everything is in temporary folders.
import { optionsOfScript } from './options.mjs'
import { build, install, run } from './setup.mjs'

optionsOfScript({ every: { type: 'string' }, seconds: { type: 'string' } })
await install()
build()
process.exitCode = run('npx', ['--no-install', 'tsx', 'scripts/drills/standby.ts', ...process.argv.slice(2)]) ? 0 : 1
