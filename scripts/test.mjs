// `npm test`: types and lint, then unit, API and fault tests, then the journeys in a real browser against the built
// server. `--all` also runs what `npm test` runs only a share of.
import { chromium } from './chromium.mjs'
import { poppler } from './poppler.mjs'
import { beginInstall, build, fail, run } from './setup.mjs'

const compiled = beginInstall()
const all = process.argv.includes('--all')
// Checked before anything slow begins, so that a missing browser is reported at once.
const browser = chromium(all)
poppler()
const env = { ...process.env, CHROMIUM: browser, ...(all ? { TESTS: 'all' } : {}) }

function stage(name, work) {
  const start = Date.now()
  console.log(`\n— ${name}`)
  if (work() === false) fail(`${name}: failed`)
  console.log(`— ${name}: ${Math.round((Date.now() - start) / 1000)} s`)
}
const npx = (...args) => run('npx', ['--no-install', ...args], { env })
const vitest = (...projects) =>
  npx('vitest', 'run', '--config', 'tests/vitest.config.ts', ...projects.flatMap((name) => ['--project', name]))

stage('Types', () => npx('tsc', '--noEmit'))
stage('Lint', () => npx('biome', 'check', '.', '--error-on-warnings'))
stage('Build', build)
stage('Tests of rules and of parts of pages', () => vitest('pure'))
await compiled
stage('Unit, API and fault tests', () => vitest('sharing', 'apart'))
stage('Browser journeys', () => npx('playwright', 'test', '--config', 'tests/journeys/playwright.config.ts'))
