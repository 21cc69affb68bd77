import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asha, openPortal, signIn } from '#tests/support/portal.ts'

/** What watches the portal: alerts and dashboard ask only for what `/metrics` answers. */

const rules = readFileSync('packaging/prometheus/pravesh.rules.yml', 'utf8')
const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name!)
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
const { panels } = JSON.parse(readFileSync('packaging/grafana/pravesh.json', 'utf8')) as Dashboard

/** The names of the series in a query: words that are no function, no keyword, no label and no unit. */
const seriesIn = (query: string): string[] =>
  [
    ...query
      .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .replace(/\b(by|without|on|ignoring) *\([^)]*\)/g, '')
      .matchAll(/[a-z_:][\w:]*(?!\w)(?! *\()/gi),
  ]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless', 'bool', 'sum', 'count', 'by'].includes(name))

const queries = [
  ...[...rules.matchAll(/expr: (.+)/g)].map(([, expr]) => expr!),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

test('every query of an alert or a panel asks for a series that /metrics has, or that a rule records', async () => {
  expect(queries.length).toBeGreaterThan(25)
  const portal = await openPortal()
  await portal.ask('GET', '/healthz')
  await portal.ask('POST', '/mbale/candidate/api/auth/login', { body: {} })
  const { text } = await portal.ask('GET', '/metrics')
  const has = new Set([...text.matchAll(/^([a-z_0-9]+)(?=[ {])/gm)].map(([, name]) => name!))
  for (const query of queries)
    for (const name of seriesIn(query))
      expect(has.has(name) || recorded.includes(name) || name === 'up', `${name} in ${query}`).toBe(true)
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(value('disk_free_bytes')).toBeGreaterThan(0)
  // A live portal that has no backup: as old as can be.
  expect(value('backup_age_seconds')).toBe(portal.clock.real() / 1000)
  await portal.services.housekeeping.backUp()
  portal.services.housekeeping.alarm('changed-file', 'abcd')
  const later = (await portal.ask('GET', '/metrics')).text
  expect(later).toMatch(/^backup_age_seconds 0$/m)
  expect(later).toMatch(/^check_faults 1$/m)
})

test('figures of the business are counts by kind: of registrations, forms, payments, OTPs, refusals and jobs', async () => {
  const portal = await openPortal()
  const { sqlite } = portal.services.db
  await signIn(portal, asha)
  await portal.ask('POST', '/mbale/candidate/api/auth/login', { body: { identifier: asha.mobile, password: 'wrong' } })
  const { text } = await portal.ask('GET', '/metrics')
  expect(text).toMatch(/^registrations\{course="mbale"\} 1$/m)
  expect(text).toMatch(/^otps_last_hour\{course="mbale",purpose="registration"\} 1$/m)
  expect(text).toMatch(/^refusals_total\{code="[a-z-]+"\} [1-9]/m)
  for (const secret of [
    asha.mobile,
    asha.email,
    String(sqlite.prepare('SELECT user_id FROM candidates').pluck().get()),
  ])
    expect(text).not.toContain(secret)
})

test('what is polled is logged for debugging alone, unless it fails', async () => {
  const portal = await openPortal({ config: { logLevel: 'info' } })
  const routes = async (path: string) => {
    const before = portal.logs.length
    await portal.ask('GET', path)
    return portal.logs.slice(before).filter((line) => line.includes('"route"')).length
  }
  for (const path of ['/healthz', '/metrics', '/mbale/candidate/version.json?timestamp=1'])
    expect([path, await routes(path)]).toEqual([path, 0])
  expect(await routes('/mbale/candidate/home')).toBe(1)
  expect(await routes('/mbale/candidate/nothing.json')).toBe(1)
})

test('each alert names a part of the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  const parts = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  const named = [...rules.matchAll(/runbook: runbook\.md#(\S+)/g)].map(([, part]) => part!)
  expect(named).toHaveLength([...rules.matchAll(/- alert: /g)].length)
  for (const part of named) expect(parts).toContain(part)
})

test('promtool finds the rules valid, and each alert rises by its figures', () => {
  for (const args of [
    ['check', 'rules', 'pravesh.rules.yml'],
    ['test', 'rules', 'pravesh.rules.test.yml'],
  ]) {
    const { error, status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: 'packaging/prometheus',
      encoding: 'utf8',
    })
    if (error) return console.warn('promtool is not installed here: the alerts are not tried')
    expect(status, stdout + stderr).toBe(0)
  }
})
