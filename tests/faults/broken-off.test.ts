import { readdirSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { patienceFor } from '#server/http/slow-bodies.ts'
import { candidateAtDocuments } from '#tests/features/documents/candidate.ts'
import { jpeg } from '#tests/support/files.ts'
import { asha, calls, openPortal } from '#tests/support/portal.ts'
import { read, socketsTo } from '#tests/support/sockets.ts'

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

describe('case 89: incomplete and endless requests are refused or closed', () => {
  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n'],
    ['an empty boundary', 'multipart/form-data; boundary=', '--x\r\n'],
    ['no end', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\npho'],
    ['nothing', 'multipart/form-data; boundary=x', ''],
  ])('case 89: calls and pages refuse a multipart body with %s', async (_, type, body) => {
    const portal = await openPortal()
    const { token, page } = await candidateAtDocuments(portal)
    const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', accept: 'text/html' }
    const call = await portal.ask('POST', `${portal.base}api/documents`, { token, body, headers })
    const form = await portal.ask('POST', `${portal.base}photo-details`, { cookies: page.jar, body, headers })
    for (const { status } of [call, form]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    expect(portal.rows().documents).toBe(0)
  })

  test('case 89: the download of a truncated file is refused at once', async () => {
    const portal = await openPortal()
    const { upload, page } = await candidateAtDocuments(portal)
    expect((await upload('photo', { name: 'me.jpg', content: await jpeg() })).status).toBe(201)
    const folder = path.join(portal.services.folder, 'files')
    const [kept] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile())
    truncateSync(kept!, 200)
    const open = await socketsTo(portal)
    const cookie = Object.entries(page.jar).map(([name, value]) => `${name}=${value}`)
    const begun = performance.now()
    const answer = await read(
      await open(
        `GET ${portal.base}documents/view/photo/file HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookie.join('; ')}\r\n\r\n`,
      ),
    )
    expect(performance.now() - begun).toBeLessThan(5000)
    // Its bytes no longer have the hash by which it was kept: none of them is sent.
    expect(statusOf(answer)).toBe(503)
    expect(answer).not.toContain('JFIF')
    // The server is still running.
    expect((await portal.ask('GET', '/healthz')).status).toBe(200)
  })

  test('case 89: a body that arrives too slowly is refused and its connection closed, even while bytes keep coming', async () => {
    const portal = await openPortal({ config: { bodySeconds: 0.3 } })
    const open = await socketsTo(portal)
    const socket = await open(
      `POST ${portal.base}api/${calls.login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{`,
    )
    const trickle = setInterval(() => socket.write(' '), 20)
    const answer = await read(socket)
    clearInterval(trickle)
    expect(statusOf(answer)).toBe(408)
    expect((await portal.api('POST', calls.register, asha)).status).toBe(200)
  })

  test('case 89: a large file gets more time, up to five minutes', () => {
    const patience = (headers: Record<string, string>) => patienceFor({ headers }, 60_000)
    expect(patience({ 'content-length': '100' })).toBeLessThan(60_010)
    expect(patience({ 'content-length': String(1024 * 1024) })).toBe(60_000 + 32_000)
    expect(patience({ 'content-length': String(110 * 1024 * 1024) })).toBe(300_000)
    expect(patience({ 'content-type': 'multipart/form-data; boundary=x' })).toBe(300_000)
    expect(patience({ 'content-type': 'application/json' })).toBe(60_000)
  })
})
