import { execFileSync } from 'node:child_process'
import { build } from 'vite'

/** `npm run bench -- reminders [--candidates N]`: builds the measurement as the server is built, and runs it. */
await build({ configFile: 'scripts/bench/vite.config.ts', logLevel: 'warn' })
execFileSync(process.execPath, ['scripts/bench/dist/reminders-run.js', ...process.argv.slice(2)], { stdio: 'inherit' })
