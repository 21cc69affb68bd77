import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { isWhole } from '#tests/support/extent.ts'
import { openPortal } from '#tests/support/portal.ts'

/** The shipped site in a real nginx on the loopback, in front of one portal for each course. */

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
if (isWhole && !hasNginx) console.warn('nginx is not installed here: the site is not tried')

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Starts nginx with the site, its addresses, certificate and cache replaced. `change`: of the site. */
async function behindNginx(machines: { mbale: string; scd: string }, change = (site: string) => site) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
  const [plain, secure] = [await freePort(), await freePort()]
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', '/CN=admissions.example.org', '-addext', 'subjectAltName=DNS:admissions.example.org'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const site = change(readFileSync('packaging/nginx/pravesh.conf', 'utf8'))
    .replace(
      /(upstream pravesh_(\w+) \{\s+server )[^;]+/g,
      (_, begin, slug) => begin + machines[slug as 'mbale' | 'scd'],
    )
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/lib/nginx/pravesh', path.join(folder, 'cache'))
    .replaceAll('/var/log/nginx', folder)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const whole = `${user}daemon off;\npid ${folder}/pid;\nerror_log stderr error;\nevents {}\nhttp {\naccess_log ${folder}/access.log;\n${temporary.join('\n')}\n${site}\n}\n`
  writeFileSync(path.join(folder, 'nginx.conf'), whole)
  const nginx = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await pause(200)
    rmSync(folder, { recursive: true, force: true })
  })
  const ca = readFileSync(certificate)
  const where = { host: '127.0.0.1', servername: 'admissions.example.org', ca, port: secure }
  const get = (address: string, more: { cookie?: string; from?: string } = {}) =>
    new Promise<{ status: number; text: string; cache: string | undefined }>((resolve, reject) => {
      const headers = {
        host: 'admissions.example.org',
        accept: 'text/html',
        ...(more.cookie && { cookie: more.cookie }),
      }
      const asked = { ...where, path: address, headers, localAddress: more.from, agent: false } as const
      request(asked, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, text, cache: response.headers['x-cache-status'] as string }),
        )
      })
        .on('error', reject)
        .end()
    })
  for (let tries = 0; tries < 100; tries++) {
    if (await get('/healthz').catch(() => null)) break
    await pause(50)
  }
  const logged = () => ['access.log', 'error.log'].map((name) => readFileSync(path.join(folder, name), 'utf8')).join('')
  return { get, where, logged, plain: `http://127.0.0.1:${plain}` }
}

const listening = async (slug: string) => {
  const portal = await openPortal({ slugs: [slug] })
  return { portal, at: new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).host }
}

test.runIf(isWhole && hasNginx)(
  'nginx leads each course to its machine, over TLS, and shows kept pages while it is down',
  async () => {
    const [mbale, scd] = [await listening('mbale'), await listening('scd')]
    const { get, where, logged, plain } = await behindNginx({ mbale: mbale.at, scd: scd.at })
    const home = '/mbale/candidate/home'
    const first = await get(home)
    expect(first).toMatchObject({ status: 200, cache: 'MISS' })
    expect((await get('/scd/candidate/home')).status).toBe(200)
    // A machine has only its own course.
    expect((await scd.portal.ask('GET', home)).status).not.toBe(200)
    expect((await get('/metrics')).status).toBe(200)
    expect((await get('/metrics', { from: '127.0.0.2' })).status).toBe(403)

    const led = await fetch(`${plain}${home}`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([301, `https://admissions.example.org${home}`])
    const old = await new Promise((resolve) => {
      const socket = connect({ ...where, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    expect(old).toBe('refused')

    const closing = mbale.portal.close()
    // nginx keeps its connections.
    mbale.portal.app.server.closeAllConnections()
    await closing
    await pause(1500)
    const kept = await get(home)
    expect(kept).toMatchObject({ status: 200, cache: 'STALE' })
    expect(kept.text).toBe(first.text)
    expect((await get(home, { cookie: 'mbale_session=somebody' })).status).toBe(502)
    expect((await get('/mbale/candidate/never-asked-before?token=of-a-link')).status).toBe(502)
    await fetch(`${plain}/mbale/candidate/sso?token=of-a-link`, { redirect: 'manual' })
    expect(logged(), 'an address that holds a token').not.toContain('of-a-link')
    expect((await get('/scd/candidate/home')).status, 'the other course goes on').toBe(200)
  },
)

test.runIf(isWhole && hasNginx)(
  'nginx turns one address away that asks beyond its limit, and nobody else',
  async () => {
    const { at } = await listening('mbale')
    const { get } = await behindNginx({ mbale: at, scd: at }, (site) =>
      site.replace('rate=500r/s', 'rate=6r/m').replace('burst=1000', 'burst=20'),
    )
    const answers = await Promise.all(Array.from({ length: 80 }, () => get('/robots.txt')))
    const turnedAway = answers.filter(({ status }) => status === 429).length
    expect(turnedAway).toBeGreaterThan(40)
    expect(answers.filter(({ status }) => status === 200).length).toBe(80 - turnedAway)
    expect((await get('/robots.txt', { from: '127.0.0.2' })).status).toBe(200)
  },
)
