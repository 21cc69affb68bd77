// `npm run bench`: the product compared with bare Fastify routes, in one run, as ratios. Prints a Markdown table.
import { build, install, run } from './setup.mjs'

install()
build()
// `npm run bench -- surge`: how much of an opening day or a result night it carries, and how it behaves beyond that.
const words = process.argv.slice(2)
const program = words[0] === 'surge' ? 'tests/bench/surge.ts' : 'tests/bench/run.ts'
process.exitCode = run('npx', ['--no-install', 'tsx', program, ...words]) ? 0 : 1
