// `npm test`: types and lint, then unit, API and fault tests, then the journeys in a real browser against the built
// server. `--all` also runs what `npm test` runs only a share of.
import { chromium } from './chromium.mjs'
import { poppler } from './poppler.mjs'
import { build, fail, install, run } from './setup.mjs'

install()
const all = process.argv.includes('--all')
// Checked before anything slow begins, so that a missing browser is reported at once.
const browser = chromium(all)
poppler()
const npx = (...args) => ['npx', ['--no-install', ...args]]
const stages = [
  ['Types', ...npx('tsc', '--noEmit')],
  ['Lint', ...npx('biome', 'check', '.', '--error-on-warnings')],
  ['Unit, API and fault tests', ...npx('vitest', 'run', '--config', 'tests/vitest.config.ts')],
  ['Build', () => build()],
  ['Browser journeys', ...npx('playwright', 'test', '--config', 'tests/journeys/playwright.config.ts')],
]
const env = { ...process.env, CHROMIUM: browser, ...(all ? { TESTS: 'all' } : {}) }
for (const [name, command, args] of stages) {
  const start = Date.now()
  console.log(`\n— ${name}`)
  if (typeof command === 'function') command()
  else if (!run(command, args, { env })) fail(`${name}: failed`)
  console.log(`— ${name}: ${Math.round((Date.now() - start) / 1000)} s`)
}
