// `npm run bench`: the product compared with bare Fastify routes, in one run, as ratios. Prints a Markdown table.
import { build, install, run } from './setup.mjs'

await install()
build()
// `npm run bench -- surge`: how much of an opening day or a result night it carries, and how it behaves beyond that.
const words = process.argv.slice(2)
// `npm run bench -- gate`: whom the gate refuses, and beside which flood.
// `npm run bench -- workers`: what two processes serve beside one.
// `npm run bench -- size`: what pages, a merit list and a round cost with 725,000 candidates beside 10,000.
const program = ['surge', 'gate', 'size', 'workers'].includes(words[0])
  ? `tests/bench/${words[0]}.ts`
  : 'tests/bench/run.ts'
process.exitCode = run('npx', ['--no-install', 'tsx', program, ...words]) ? 0 : 1
