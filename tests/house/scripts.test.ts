import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testedNode } from '#server/kernel/runtime.ts'
// @ts-expect-error: scripts have no types
import { packedScripts } from '../../scripts/packed-scripts.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scripts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder, timeout: 30_000 })

test('a script that goes on under another Node writes nothing but its own output to stdout', () => {
  const script = path.join(folder, 'piped.mjs')
  writeFileSync(
    script,
    `import { continueUnderTestedNode } from '${path.resolve('scripts/setup.mjs')}'
     if (process.argv[2] === 'first') {
       process.argv.splice(2, 1)
       Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })
     }
     await continueUnderTestedNode()
     console.log(JSON.stringify({ answer: 42 }))`,
  )
  const { status, stdout, stderr } = node(script, 'first')
  expect([status, stdout]).toEqual([0, '{"answer":42}\n'])
  expect(stderr).toMatch(/^This is Node 20\.19\.0; the program runs under its own Node \d+\.\d+\.\d+\n$/)
})

const [line, minor] = testedNode.version.split('.').map(Number) as [number, number]
const words = `install Node ${line}.${minor} or later in line ${line}`
test.each([
  ['20.20.2', words],
  [`${line}.${minor - 1}.9`, words],
  [`${line + 2}.0.0`, words],
  [`${line}.${minor + 1}.0`, null],
])('where npm has no Node for the platform, Node %s is told which line to install: %s', (version, words) => {
  const script = path.join(folder, 'elsewhere.mjs')
  writeFileSync(
    script,
    `import { continueUnderTestedNode } from '${path.resolve('scripts/setup.mjs')}'
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
     for (const [name, value] of [['platform', 'linux'], ['arch', 'riscv64']]) Object.defineProperty(process, name, { value })
     await continueUnderTestedNode()
     console.log('it runs')`,
  )
  const { status, stdout, stderr } = node(script)
  expect([status, stdout]).toEqual(words === null ? [0, 'it runs\n'] : [1, ''])
  if (words !== null) expect(stderr).toContain(`linux-riscv64, and this is Node ${version}: ${words}`)
})

test.each(['serve', 'allot', 'verify-allotment'])('%s runs from the scripts that a package holds', (name) => {
  const home = path.join(folder, name)
  for (const file of packedScripts() as string[]) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    cpSync(file, path.join(home, file))
  }
  // A package has a build and names no Node; without the build each command says so.
  writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }')
  expect(node(path.join(home, `scripts/${name}.mjs`)).stderr).toMatch(/^There is no build/)
})
