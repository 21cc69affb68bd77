import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { envOf, programIn } from '#tests/support/killed.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'zone-of-jobs-'))
const program = programIn(folder, 'kernel/zone-of-jobs')
afterAll(() => rmSync(folder, { recursive: true }))

function runsIn(zone: string, change: string, ...more: string[]) {
  const run = spawnSync(process.execPath, [program, change, ...more], {
    encoding: 'utf8',
    env: { ...envOf(0), TZ: zone },
    timeout: 60_000,
  })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout) as { runs: number; local: number }
}

/** A job of every ten seconds, for six hours. */
const all = 6 * 60 * 6

test.each([
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['Europe/Vienna', '2026-10-25T01:00:00Z'],
  ['Europe/Vienna', '2026-03-29T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Kolkata', '2026-10-25T01:00:00Z'],
])('a server in %s runs every job through %s', { timeout: 60_000 }, (zone, change) => {
  const { runs, local } = runsIn(zone, change)
  expect([Math.abs(runs - all) <= 1, local]).toEqual([true, 0])
})

test('without a zone of its own, the scheduler would stand for an hour', { timeout: 60_000 }, () => {
  expect(runsIn('America/New_York', '2026-11-01T06:00:00Z', 'as-it-is').runs).toBeLessThan(all - 300)
})

test('no code of the server reads or writes times in the zone of its machine', () => {
  const local =
    /\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)\(|\.toLocale(Date|Time)?String\(|\.to(Date|Time)String\(|'localtime'/
  const found = ['server', 'pages', 'db', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => path.join(folder, name))
      // The programs of the bench write numbers with commas.
      .filter((file) => !file.startsWith(path.join('scripts', 'bench')))
      .filter((file) => local.test(readFileSync(file, 'utf8'))),
  )
  expect(found).toEqual([])
})

test('the packages set the zone too', () => {
  expect(readFileSync('packaging/Containerfile', 'utf8')).toMatch(/^ENV .*\bTZ=UTC\b/m)
  expect(readFileSync('packaging/systemd/pravesh.service', 'utf8')).toMatch(/^Environment=TZ=UTC$/m)
})
