import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '#server/commands/doctor.ts'
import { type Config, readConfig } from '#server/config.ts'
import { smsTemplates } from '#server/domain/messages/message-templates.ts'

/** `npm run doctor`: each fault has its sentence and its remedy. */

let folder: string
let peer: Server
let at: string
/** What the peer answers to a path. */
const answers: Record<string, { status: number; body?: object }> = {}
const asked: string[] = []
const now = Date.parse('2026-11-23T06:00:00Z')
let theirTime = now

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  peer = createServer((request, response) => {
    const { status, body = {} } = answers[request.url!.split('?')[0]!] ?? { status: 404 }
    asked.push(`${request.method} ${request.url}`)
    response.sendDate = false
    response.writeHead(status, { date: new Date(theirTime).toUTCString() })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
})
afterAll(() => {
  peer.closeAllConnections()
  peer.close()
  rmSync(folder, { recursive: true, force: true })
})

function config(changes: Record<string, string> = {}): Config {
  const read = readConfig({
    MODE: 'live',
    PORT: new URL(at).port,
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    COURSES: 'mbale',
    SECRET: 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA',
    // Nothing listens on port 1.
    PUBLIC_URL: 'https://127.0.0.1:1',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'cell@example.org',
    SMS_URL: `${at}/sms`,
    SMS_KEY: 'the-key-of-sms',
    GATEWAY: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_live_key',
    RAZORPAY_KEY_SECRET: 'the-secret-of-the-key',
    RAZORPAY_WEBHOOK_SECRET: 'the-secret-of-webhooks',
    RAZORPAY_URL: at,
    ...changes,
  })
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return read.config
}

/** A database in WAL mode as the server leaves it, with rows on many pages. */
function databaseOf(slug: string): string {
  const at = path.join(folder, 'data', slug)
  mkdirSync(at, { recursive: true, mode: 0o700 })
  const file = path.join(at, 'portal.db')
  const db = new SqliteDatabase(file)
  db.pragma('journal_mode = WAL')
  db.exec("CREATE TABLE acts (id integer PRIMARY KEY, said text); INSERT INTO acts VALUES (1, 'a')")
  for (let doubled = 0; doubled < 12; doubled++) db.exec('INSERT INTO acts (said) SELECT hex(randomblob(40)) FROM acts')
  db.close()
  return file
}

const lines = async (changes?: Record<string, string>, secretFiles: string[] = []) =>
  (await examine(config(changes), secretFiles, now)).map(({ level, about, words }) => `${level} ${about}: ${words}`)

function backup(name: string, madeAt: number, more: object = {}) {
  const to = path.join(folder, 'backups/mbale', name)
  mkdirSync(to, { recursive: true })
  writeFileSync(
    path.join(to, 'backup.json'),
    JSON.stringify({ name, madeAt, bytes: 1, fingerprint: '', files: 0, ...more }),
  )
}

test('a machine in trouble: each fault is named with a remedy, and no secret is shown', async () => {
  const data = path.join(folder, 'data/mbale')
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o755)
  const secret = path.join(folder, 'SMS_KEY')
  writeFileSync(secret, 'the-key-of-sms')
  chmodSync(secret, 0o644)
  answers['/readyz'] = { status: 503, body: { checks: { database: true, disk: false, outbox: false } } }
  answers['/sms'] = { status: 502 }
  answers['/v1/orders'] = { status: 401 }
  theirTime = now + 90_000
  const findings = await examine(config({ TRUST_PROXY: 'no' }), [secret], now)
  const faults = findings.filter(({ level }) => level === 'fault')
  expect(faults.map(({ about, words }) => `${about}: ${words}`).filter((line) => !line.startsWith('disk'))).toEqual([
    `permissions: Others may enter ${data}`,
    `permissions: Everybody may read or change ${secret}`,
    'backups: mbale has no backup',
    'proxy: Visitors come through a proxy that TRUST_PROXY does not name, so all share its address and its limits',
    'portal: It is not ready: disk, outbox',
    'tls: https://127.0.0.1:1 has no connection that a browser would trust (ECONNREFUSED)',
    'mail: The mail server cannot be used (ESOCKET)',
    'sms: The provider of SMS does not answer (502)',
    'gateway: The payment gateway refuses the key',
    `clock: The clock differs by 90 seconds from the one of ${new URL(at).host}`,
  ])
  for (const { remedy } of faults) expect(remedy).toMatch(/\w/)
  expect(JSON.stringify(findings)).not.toMatch(/the-key|the-secret|kV3n/)
})

test('a machine in order: it says so, and sends no message and places no order', async () => {
  chmodSync(path.join(folder, 'data/mbale'), 0o700)
  backup('2026-11-22T21-00-00Z', now - 9 * 3_600_000)
  answers['/readyz'] = { status: 200 }
  answers['/sms'] = { status: 405 }
  answers['/v1/orders'] = { status: 200 }
  theirTime = now - 2_000
  asked.length = 0
  const found = await lines()
  for (const line of [
    'well permissions: Folders and secrets are for the portal alone',
    'well backups: The newest backup of mbale is 9 hours old',
    'well proxy: Only 127.0.0.1 may say where a request comes from',
    'well portal: It is ready',
    'well sms: The provider of SMS answers; send a test message at the desk',
    'well gateway: The payment gateway accepts the key',
    'well gateway: Look once in its dashboard: "Customer fee bearer" has to be off (it cannot be read from here)',
    `well clock: The clock differs by 2 seconds from the one of ${new URL(at).host}`,
  ])
    expect(found).toContain(line)
  expect(asked.sort()).toEqual(['GET /readyz', 'GET /v1/orders?count=1', 'HEAD /sms'])
})

test('texts by SMS without a provider id are counted', async () => {
  const to = path.join(folder, 'data/mbale')
  rmSync(to, { recursive: true, force: true })
  const db = new SqliteDatabase(databaseOf('mbale'))
  db.exec(
    'CREATE TABLE template_versions (id integer PRIMARY KEY, template text, wording text, made_at integer, made_by integer)',
  )
  const add = db.prepare('INSERT INTO template_versions (template, wording) VALUES (?, ?)')
  const all = 2 * smsTemplates.length
  add.run('login-otp', JSON.stringify({ texts: {}, ids: { en: '1', mr: '2' } }))
  const about = async () => (await lines()).filter((line) => line.includes('message ids'))
  expect(await about()).toEqual([
    `warning message ids: ${all - 2} of ${all} texts by SMS of mbale have no provider id, and the networks do not deliver them`,
  ])
  for (const template of smsTemplates) add.run(template, JSON.stringify({ texts: {}, ids: { en: '1', mr: '2' } }))
  expect(await about()).toEqual(['well message ids: Every text by SMS of mbale has its provider id'])
  add.run('login-otp', null)
  expect((await about())[0], 'the original words have no id').toContain('2 of')
  db.close()
})

test('backups that are old, damaged or broken, and a proxy that is everybody', async () => {
  rmSync(path.join(folder, 'backups'), { recursive: true })
  backup('2026-11-21T21-00-00Z', now - 33 * 3_600_000, { damaged: ['a', 'b'] })
  mkdirSync(path.join(folder, 'backups/mbale/2026-11-20T21-00-00Z'))
  const found = await lines({ TRUST_PROXY: '0.0.0.0/0' })
  for (const line of [
    'fault backups: The newest backup of mbale is 33 hours old',
    'fault backups: 2 files of mbale had changed and were left out',
    `warning backups: ${path.join(folder, 'backups/mbale/2026-11-20T21-00-00Z')} cannot be restored`,
    'fault proxy: TRUST_PROXY trusts everybody (0.0.0.0/0), so a sender can claim any address',
  ])
    expect(found).toContain(line)
})

test('a damaged or lost database is found, also while somebody writes to it, and nothing is written', async () => {
  rmSync(path.join(folder, 'data'), { recursive: true })
  const ofDatabase = async () => (await lines()).filter((line) => line.includes(' database: '))
  expect(await ofDatabase()).toEqual(['warning database: mbale has none yet'])
  const file = databaseOf('mbale')
  expect(await ofDatabase()).toEqual([
    expect.stringMatching(/^well database: The one of mbale is whole: \d+ MB, read in \d\.\d seconds$/),
  ])
  const writer = new SqliteDatabase(file)
  writer.exec("BEGIN IMMEDIATE; INSERT INTO acts (said) VALUES ('not yet')")
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * 7)
  closeSync(handle)
  const damaged = readFileSync(file)
  const [found] = (await examine(config(), [], now)).filter(({ about }) => about === 'database')
  expect(found).toMatchObject({ level: 'fault', remedy: expect.stringContaining('damaged or lost') })
  expect(found?.words).toMatch(/^The one of mbale is damaged \(.+\)$/)
  expect(readFileSync(file).equals(damaged)).toBe(true)
  writer.close()
  writeFileSync(file, 'not a database at all, though as long as the head of one would be'.repeat(9))
  expect(await ofDatabase()).toEqual(['fault database: The one of mbale is damaged (file is not a database)'])
  for (const name of readdirSync(path.dirname(file))) rmSync(path.join(path.dirname(file), name))
  writeFileSync(path.join(path.dirname(file), 'portal.json'), '{}')
  expect(await ofDatabase()).toEqual(['fault database: The one of mbale is lost'])
  expect(readFileSync('docs/runbook.md', 'utf8')).toContain('### The database is damaged or lost')
})

test('the runbook says what each check of readiness means', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  const [, checks = ''] = /const checks = ([\s\S]*?)\.map\(/.exec(readFileSync('server/app.ts', 'utf8')) ?? []
  const names = [...checks.matchAll(/^\s+(\w+): \(\) =>/gm)].map(([, name]) => name!)
  expect(names).toContain('outbox')
  expect([...runbook.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(names)
})
