// `npm run bench`: the product compared with bare Fastify routes, in one run, as ratios. Prints a Markdown table.
import { build, install, run } from './setup.mjs'

install()
build()
process.exitCode = run('npx', ['--no-install', 'tsx', 'tests/bench/run.ts', ...process.argv.slice(2)]) ? 0 : 1
