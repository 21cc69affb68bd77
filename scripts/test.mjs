// `npm test`: types and lint, then unit, API and fault tests, then the journeys in a real browser against the built
// server. `--all` also runs what `npm test` runs only a share of.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { chromium } from './chromium.mjs'
import { optionsOfScript } from './options.mjs'
import { poppler } from './poppler.mjs'
import { python } from './python.mjs'
import { build, fail, install, run } from './setup.mjs'

const { all = false } = optionsOfScript({ all: { type: 'boolean' } }).values
await install()
// Checked before anything slow begins, so that a missing browser is reported at once.
const browser = chromium(all)
poppler()
python()
const folder = folderOfRun()
const env = {
  ...process.env,
  CHROMIUM: browser,
  // Notifications need a browser with its window.
  CHROMIUM_WITH_WINDOW: chromium(true),
  TMPDIR: folder,
  // What Node has compiled of packages and of the build, for the hundreds of processes and threads that load them again.
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  // Threads of the portal start from the build, which is made first, instead of from source.
  BUILT_THREADS: path.resolve('dist/server'),
  ...(all ? { TESTS: 'all' } : {}),
}

/**
 * A folder for everything temporary, deleted at the end. It is in memory where there is plenty: the tests make thousands
 * of folders and databases, and would wait for the disk at each.
 */
function folderOfRun() {
  const memory = '/dev/shm'
  const isPlenty = existsSync(memory) && Math.min(freeBytes(memory), os.freemem()) > 6 * 1024 ** 3
  const folder = mkdtempSync(path.join(isPlenty ? memory : os.tmpdir(), 'pravesh-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  return folder
}

function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function stage(name, work) {
  const start = Date.now()
  console.log(`\n— ${name}`)
  if (work() === false) fail(`${name}: failed`)
  console.log(`— ${name}: ${Math.round((Date.now() - start) / 1000)} s`)
}
/** Begins a stage beside the next ones. Call what it returns to wait for its end and to read what it said. */
function beside(name, ...args) {
  const start = Date.now()
  const child = spawn('npx', ['--no-install', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill())
  let seconds
  const ended = once(child, 'exit').finally(() => {
    seconds = Math.round((Date.now() - start) / 1000)
  })
  const said = text(child.stdout)
  return async () => {
    const [code] = await ended
    console.log(`\n— ${name}\n${await said}`)
    if (code !== 0) fail(`${name}: failed`)
    console.log(`— ${name}: ${seconds} s, beside the stages before`)
  }
}
const npx = (...args) => run('npx', ['--no-install', ...args], { env })
const testsOf = (...projects) =>
  ['vitest', 'run', '--config', 'tests/vitest.config.ts'].concat(projects.flatMap((name) => ['--project', name]))

// The check of types needs one core for as long as lint and build need the other.
const types = beside('Types', 'tsc', '--noEmit')
stage('Lint', () => npx('biome', 'check', '.', '--error-on-warnings'))
stage('Build', build)
await types()
stage('Tests of rules, papers, parts of pages and the house', () => npx(...testsOf('pure')))
// One worker more than the pure ones have: these wait a fifth of their time, for other processes, for the disk, for a clock.
// Projects have a number of their own, which comes before `--maxWorkers`, but not before this.
env.VITEST_MAX_WORKERS = '3'
stage('Unit, API and fault tests', () => npx(...testsOf('sharing', 'apart')))
stage('Browser journeys', () => npx('playwright', 'test', '--config', 'tests/journeys/playwright.config.ts'))
