import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
