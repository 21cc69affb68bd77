// Prepares a fresh machine: the right Node, the packages, the build. Imports no dependency, because none may be
// installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

export function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Runs a command with visible output; false if it failed. */
export const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options }).status === 0

/** Installs a Debian package if possible, and says so first. `why`: a sentence. */
export function installPackage(name, why) {
  if (process.getuid?.() !== 0 || !has('apt-get')) return
  console.log(`${why}\nOutside this folder: installing the Debian package ${name} for the whole machine, with apt-get…`)
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (run('apt-get', ['update', '-qq'], quiet)) run('apt-get', ['install', '-y', '-qq', name], quiet)
}

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!fits)
    fail(`Node ${process.versions.node} does not fit: install Node 20.19 or later in line 20, or 22.12 or later`)
}

const installStamp = 'node_modules/.installed'
const lockHash = () =>
  createHash('sha256').update(readFileSync('package-lock.json')).update(process.version).digest('hex')

const isInstalled = () => existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash()

function fetchPackages(...options) {
  checkNode()
  console.log('Installing packages into node_modules (npm keeps copies in its own cache)…')
  const isThere = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options])
  if (!isThere) failToInstall()
}

function failToInstall() {
  const missing = ['python3', 'make', 'g++'].filter((tool) => !has(tool))
  if (missing.length)
    fail(`SQLite has to be compiled here, and ${missing.join(' and ')} is missing: install python3, make and g++`)
  fail('Installing the packages failed: see above')
}

/** Runs `npm ci` if the packages are missing or from another lock file. */
export function install() {
  checkNode()
  if (isInstalled()) return
  fetchPackages()
  writeFileSync(installStamp, lockHash())
}

/**
 * The same, but only the packages are there when it returns: SQLite is still being compiled, which takes most of a minute
 * on one core. Returns a promise that it is done.
 */
export function beginInstall() {
  checkNode()
  if (isInstalled()) return Promise.resolve()
  fetchPackages('--ignore-scripts')
  const compiling = spawn('npm', ['rebuild', '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'], cwd: root })
  return new Promise((resolve) => {
    compiling.once('exit', (code) => {
      if (code !== 0) failToInstall()
      writeFileSync(installStamp, lockHash())
      resolve()
    })
  })
}

const sources = [
  'server',
  'pages',
  'db',
  'migrations',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
]

function* filesOf(entry) {
  if (!existsSync(entry)) return
  if (!statSync(entry).isDirectory()) yield entry
  else for (const name of readdirSync(entry).sort()) yield* filesOf(path.join(entry, name))
}

/** A hash of all sources of the build. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const entry of sources) for (const file of filesOf(entry)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

const buildStamp = 'dist/.built'

/** Builds unless a build of exactly these sources exists. */
export function build() {
  const hash = sourceHash()
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === hash) return
  console.log('Building…')
  if (!run(process.execPath, ['scripts/build.mjs'])) fail('The build failed: see above')
  mkdirSync('dist', { recursive: true })
  writeFileSync(buildStamp, hash)
}
