import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runtimeFault, testedNode } from '#server/kernel/runtime.ts'

const at = (day: string) => Date.parse(`${day}T12:00:00+05:30`)

test('the tested Node is the one that npm installs on every platform, and the one that this test runs under', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const ofNode = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
  expect(new Set(ofNode.map((name) => optionalDependencies[name]))).toEqual(new Set([testedNode.version]))
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(testedNode.version)
  expect(process.versions.node.split('.')[0]).toBe(testedNode.version.split('.')[0])
})

test.each([
  ['20.20.2', '2026-11-26', 'has had no security fixes since 2026-04-30'],
  ['24.21.0', '2026-12-20', 'was published 101 days ago'],
  ['24.99.0', '2028-05-02', 'has had no security fixes since 2028-04-30'],
])('Node %s on %s: %s', (version, day, words) => {
  expect(runtimeFault(version, at(day))).toContain(words)
})

test.each([
  ['24.21.0', '2026-11-26'],
  ['24.21.0', '2026-12-09'],
  ['24.99.0', '2027-12-31'],
  ['24.99.0', '2028-04-30'],
  ['20.20.2', '2026-04-29'],
])('Node %s on %s is in order', (version, day) => {
  expect(runtimeFault(version, at(day))).toBeNull()
})
