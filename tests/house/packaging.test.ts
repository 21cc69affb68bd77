import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { courses } from '#server/courses/courses.ts'
import { secretSettings, withSecretFiles } from '#server/process/secret-files.ts'

/** What an administrator copies to a server, and how secrets reach it. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'packaging-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string, mode = 0o600) => {
  const at = path.join(folder, name)
  writeFileSync(at, content)
  chmodSync(at, mode)
  return at
}
const read = (name: string) => readFileSync(`packaging/${name}`, 'utf8')
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

/** Runs a tool; null, with a line that says so, where it is not installed. */
function tool(name: string, ...args: string[]) {
  const { error, status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8' })
  if (error) {
    console.warn(`${name} is not installed here: what it would check is not checked`)
    return null
  }
  return { status, words: stdout + stderr }
}

describe('a secret in a file', () => {
  test('reaches its setting without the end of its line', () => {
    const SECRET_FILE = file('secret', 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA\n')
    const whole = withSecretFiles({ MODE: 'demo', SECRET_FILE, SMS_KEY_FILE: ' ' })
    expect(whole).toMatchObject({ environment: { MODE: 'demo', SECRET: 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA' } })
    expect(whole).not.toHaveProperty('environment.SMS_KEY')
  })

  test('is refused where it is missing, empty, or given twice; no fault shows a secret', () => {
    const missing = path.join(folder, 'missing')
    const empty = file('empty', ' \n')
    const twice = file('twice', 'the-key-of-the-file')
    const whole = withSecretFiles({
      SECRET_FILE: missing,
      SMTP_URL_FILE: empty,
      SMS_KEY_FILE: twice,
      SMS_KEY: 'another',
    })
    expect(whole).toEqual({
      faults: [
        `SECRET_FILE is wrong: ${missing} cannot be read (ENOENT)`,
        `SMTP_URL_FILE is wrong: ${empty} is empty`,
        'SMS_KEY_FILE is wrong: SMS_KEY is set as well, and only one of them can hold',
      ],
    })
  })
})

describe('the systemd unit', () => {
  const sample = settingsIn(read('systemd/pravesh.env'))

  test('starts a live portal with the sample of its settings, once secrets and key are filled in', () => {
    const secrets = Object.keys(sample).filter((name) => name.endsWith('_FILE'))
    const filled = { ...sample, RAZORPAY_KEY_ID: 'rzp_live_key' } as Record<string, string>
    for (const name of secrets) {
      const content = name === 'SMTP_URL_FILE' ? 'smtp://mail.example.org' : 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA'
      filled[name] = file(name, content)
    }
    const whole = withSecretFiles(filled)
    expect('faults' in whole ? whole : readConfig(whole.environment)).toMatchObject({
      config: { mode: 'live', workers: 2 },
    })
    for (const name of secretSettings) expect(sample, 'no secret in the sample').not.toHaveProperty(name)
  })

  test('has credentials for exactly the files that the sample names', () => {
    const dropIn = read('systemd/pravesh.service.d/credentials.conf')
    const named = [...dropIn.matchAll(/^Environment=(\w+_FILE)=%d\/(\w+)$/gm)].map(([, name, id]) => [name, id])
    const loaded = [...dropIn.matchAll(/^LoadCredentialEncrypted=(\w+):/gm)].map(([, id]) => id)
    expect(named.map(([name]) => name)).toEqual(Object.keys(sample).filter((name) => name.endsWith('_FILE')))
    expect(named.map(([, id]) => id)).toEqual(loaded)
  })

  test('is valid, and exposes little', () => {
    const unit = path.join(folder, 'pravesh.service')
    writeFileSync(unit, read('systemd/pravesh.service').replaceAll('/usr/lib/pravesh/bin/node', process.execPath))
    mkdirSync(`${unit}.d`)
    writeFileSync(path.join(`${unit}.d`, 'credentials.conf'), read('systemd/pravesh.service.d/credentials.conf'))
    const verified = tool('systemd-analyze', 'verify', unit)
    if (verified) expect(verified).toEqual({ status: 0, words: '' })
    const release = Number(/^systemd (\d+)/.exec(tool('systemd-analyze', '--version')?.words ?? '')?.[1] ?? 0)
    // Older ones cannot judge a file.
    if (release < 250) return
    const judged = tool('systemd-analyze', 'security', '--offline=true', '--threshold=20', unit)
    expect(judged?.words).toContain('Overall exposure level')
    expect(judged?.status, judged?.words).toBe(0)
  })
})

describe('the nginx site', () => {
  const site = read('nginx/pravesh.conf')

  test('routes each course by its slug to an upstream', () => {
    const routed = [...site.matchAll(/^\s+~\^\/(\w+)\/\s+(\w+);$/gm)].map(([, slug, to]) => ({ slug, to }))
    expect(routed.map(({ slug }) => slug)).toEqual(courses.map(({ slug }) => slug))
    for (const { to } of routed) expect(site).toContain(`upstream ${to} {`)
  })

  test('replaces what a sender says of the way, and keeps no answer for somebody known', () => {
    const directives = site.split('\n').map((line) => line.trim())
    for (const line of [
      'proxy_set_header X-Forwarded-For $remote_addr;',
      'proxy_set_header X-Forwarded-Host "";',
      'proxy_cache_bypass $pravesh_is_known;',
      'proxy_no_cache $pravesh_is_known $pravesh_is_private;',
      'proxy_next_upstream off;',
    ])
      expect(directives).toContain(line)
  })

  test('leads people to HTTPS, and refuses calls without it', () => {
    const open = site.slice(site.indexOf('listen 80;'), site.indexOf('listen 443'))
    expect(open).toMatch(/location ~ \^\/\[a-z\]\+\/candidate\/api\/ \{\s+return 403;/)
    expect(open).toMatch(/location \/ \{\s+return 301 https:/)
  })

  test('is valid for nginx', () => {
    const certificate = path.join(folder, 'certificate.pem')
    const key = path.join(folder, 'key.pem')
    const made = tool(
      ...(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const),
      ...['-subj', '/CN=admissions.example.org', '-days', '1', '-keyout', key, '-out', certificate],
    )
    const installed = tool('nginx', '-v')
    if (!made || !installed) return
    const here = site
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace('/var/lib/nginx/pravesh', path.join(folder, 'cache'))
      .replaceAll('/var/log/nginx', folder)
      .replace(/listen (\[::\]:)?(80|443)/g, (_, six = '', port) => `listen ${six}${Number(port) + 20_000}`)
    const whole = `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${here}\n}\n`
    const judged = tool('nginx', '-t', '-p', folder, '-c', file('nginx.conf', whole))
    expect(judged?.status, judged?.words).toBe(0)
  })
})

describe('Litestream', () => {
  test('replicates the database of every course', () => {
    const places = [...read('litestream/litestream.yml').matchAll(/^ +- path: (.*)$/gm)].map(([, place]) => place)
    expect(places).toEqual(courses.map(({ slug }) => `/var/lib/pravesh/${slug}/portal.db`))
  })

  test('never waits for a reader, who would keep every writer out meanwhile', () => {
    for (const database of read('litestream/litestream.yml')
      .split(/^ {2}- path: /m)
      .slice(1))
      expect(database).toMatch(/^ {4}max-checkpoint-page-count: 0\n {4}truncate-page-n: 0$/m)
  })
})
