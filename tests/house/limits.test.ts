import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Where keys are written: after a counter's name, as the key of a shared tool, or as a name of their own. */
const written = [
  /(?:limits\.(?:count|window|read|put|startingWith)|\bcounted)\(\s*[`']([a-z-]+)/g,
  /(?:=>|=|\?|:|return|sent\()\s*`([a-z-]+):\$\{/g,
  /(?:name|key): '([a-z-]+)',\s*limits\b/g,
  /countInAll\('([a-z-]+)/g,
]
/** Names that look like keys: lanes, subjects of OTPs, words of other features. */
const others = new Set([
  'candidate',
  'network',
  'open',
  'readiness',
  'recovery',
  'registration',
  'request',
  'resend',
  'staff',
  'unknown',
  'unlock',
])

function keysInCode(): string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(features|portal|services)\/.*\.ts$/.test(file),
  )
  const sources = files.map((file) => readFileSync(path.join('server', file), 'utf8'))
  const counting = sources.filter((source) => /\blimits\b/.test(source))
  const keys = counting.flatMap((source) =>
    written.flatMap((kind) => [...source.matchAll(kind)].map(([, key]) => key!)),
  )
  return [...new Set(keys)].filter((key) => !others.has(key)).sort()
}

test('the list of limits in maintain.md has every key that the code counts by, and no other', () => {
  const [, section = ''] = /\n## Limits\n([\s\S]*?)\n## /.exec(readFileSync('docs/maintain.md', 'utf8')) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  const listed = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([a-z-]+)`/g)].map(([, key]) => key!))
  const tables = new Set(['otps'])
  expect([...new Set(listed)].filter((key) => !tables.has(key)).sort()).toEqual(keysInCode())
})
