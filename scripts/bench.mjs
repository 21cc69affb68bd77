// `npm run bench`: the product compared with bare Fastify routes, in one run, as ratios. Prints a Markdown table.
import { optionsOfScript } from './options.mjs'
import { build, install, run } from './setup.mjs'

// `npm run bench -- surge`: how much of an opening day or a result night it carries, and how it behaves beyond that.
// `npm run bench -- gate`: whom the gate refuses, and beside which flood.
// `npm run bench -- pages`: the processor time of signed-in pages, beside bare Fastify and React Router 7.
// `npm run bench -- workers`: what two processes serve beside one.
// `npm run bench -- way`: the screens, taps and heights of a candidate's way, counted in Chromium.
// `npm run bench -- keystroke`: what a key costs on the option form with 300 answers, in a Chromium slowed down six times.
// `npm run bench -- reminders`: what it costs to find 100,000 candidates with something to do, and what pages feel meanwhile.
// `npm run bench -- roll-call`: three simulated seasons with and without a roll-call, and the seats that nobody takes up.
// `npm run bench -- roll-call-send --data FOLDER`: what pages feel while 100,000 candidates are asked by a roll-call.
// `npm run bench -- rehearsal`: what pages feel while a season of 30,000 is played again under other rules.
// `npm run bench -- papers`: what it costs to judge an uploaded file and to make it anew.
// `npm run bench -- yield --data FOLDER`: what the page of seats kept and lost costs with 100,000 candidates, beside a demo's.
// `npm run bench -- proof [--data FOLDER]`: what an entry of the public log costs, and how long a phone takes to check a letter without a network.
// `npm run bench -- size`: what pages, a merit list and a round cost with 725,000 candidates beside 10,000.
const words = process.argv.slice(2)
const text = { type: 'string' }
/** What each of them takes; the comparison takes a word of its rows. */
const programs = {
  surge: { candidates: text, seconds: text, workers: text, night: text, data: text },
  gate: { seconds: text, workers: text },
  pages: { requests: text },
  workers: { seconds: text },
  reminders: { candidates: text, whole: text },
  'roll-call': { candidates: text },
  'roll-call-send': { candidates: text, data: text, seconds: text },
  rehearsal: { candidates: text, times: text },
  way: {},
  keystroke: {},
  papers: {},
  yield: { candidates: text, data: text },
  proof: { data: text },
  size: { candidates: text, data: text, pages: text },
}
optionsOfScript(programs[words[0]], 1)
await install()
build()
const program = words[0] in programs ? `scripts/bench/${words[0]}.ts` : 'scripts/bench/run.ts'
process.exitCode = run('npx', ['--no-install', 'tsx', program, ...words]) ? 0 : 1
