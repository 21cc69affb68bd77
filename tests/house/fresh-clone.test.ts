import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '#tests/support/extent.ts'

/** What a fresh clone may use: no Python, no make, no compiler. */
const programs = ['sh', 'git', 'npm', 'env', 'uname']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fresh-clone-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An environment in which only these programs and this Node are found. */
function bare(): NodeJS.ProcessEnv {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, path.join(bin, 'node'))
  for (const name of programs)
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), path.join(bin, name))
  return { PATH: bin, HOME: process.env.HOME }
}

test('every package with native code brings it built for the platforms of the tested Node', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>
  }
  const scripted = Object.entries(packages).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
  // Their scripts are not run: what they would compile or download lies in the package or in one for the platform.
  expect(scripted.map(([name]) => name.replace('node_modules/', '')).sort()).toEqual(['better-sqlite3'])
  expect(readFileSync('scripts/setup.mjs', 'utf8')).toContain("'ci', '--ignore-scripts'")
})

// Half a minute and 700 MB of disk: `test:all`. npm's cache has the packages from the installation of this folder.
test.runIf(isWhole)(
  'a fresh clone installs, builds and opens a database without python3, make or g++',
  {
    timeout: 600_000,
  },
  () => {
    const clone = path.join(folder, 'pravesh')
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, clone])
    const env = bare()
    for (const name of ['python3', 'python', 'make', 'cc', 'gcc', 'g++', 'c++'])
      expect(spawnSync('sh', ['-c', `command -v ${name}`], { env }).status, name).not.toBe(0)
    const script = path.join(clone, 'scripts', 'tried.mjs')
    writeFileSync(
      script,
      `import { build, install } from './setup.mjs'
     await install()
     build()
     const { default: Database } = await import('better-sqlite3')
     const { hash } = await import('@node-rs/argon2')
     const { default: sharp } = await import('sharp')
     const { version } = new Database(':memory:').prepare('SELECT sqlite_version() AS version').get()
     const { size } = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png().toBuffer({ resolveWithObject: true }).then(({ info }) => info)
     if (!version || !size || !(await hash('a password')).startsWith('$argon2id$')) process.exit(1)
     console.log('everything native runs')`,
    )
    const tried = spawnSync(path.join(env.PATH!, 'node'), [script], { env, encoding: 'utf8', cwd: clone })
    expect(tried.stderr).not.toMatch(/gyp|prebuild|ERR!/)
    expect([tried.status, tried.stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'everything native runs'])
  },
)
