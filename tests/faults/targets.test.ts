import { describe, expect, test } from 'vitest'
import { asData, browser, openPortal, signIn, viewOf } from '#tests/support/portal.ts'
import { read, socketsTo } from '#tests/support/sockets.ts'

const login = '/mbale/candidate/login'

async function listening() {
  const portal = await openPortal()
  const open = await socketsTo(portal)
  /** A request as sent on the wire: its target, and its headers beside `Connection`. */
  const ask = async (target: string, headers = 'Host: portal.example') =>
    read(await open(`GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`))
  return { portal, ask }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const etagOf = (answer: string) => /^etag: (.*)$/im.exec(answer)?.[1]

describe('case 77: the spelling of a request never enters a page', () => {
  test.each([
    ['an absolute target', `http://evil.example${login}`],
    ['an absolute target without a path', 'http://evil.example'],
    ['a secure absolute target', `https://evil.example${login}`],
    ['a fragment', `${login}#"><script>evil`],
    ['an encoded path after another host', `http://evil.example/mbale/candidate/%6cogin`],
  ])('case 77: %s is refused with 400, and the page for everybody is unaffected', async (_, target) => {
    const { ask } = await listening()
    const hostile = await ask(target)
    expect(statusOf(hostile)).toBe(400)
    expect(hostile.includes('evil')).toBe(false)
    const plain = await ask(login)
    expect(statusOf(plain)).toBe(200)
    expect(plain.includes('evil')).toBe(false)
    expect(plain).toContain(`action="${login}"`)
  })

  test('case 77: encoded letters lead to the same page, which is cached once and names its plain address', async () => {
    const { ask } = await listening()
    const encoded = await ask('/mbale/candidate/%6c%6fgin')
    expect(statusOf(encoded)).toBe(200)
    expect(encoded).not.toContain('%6c')
    expect(encoded).toContain(`action="${login}"`)
    const plain = await ask(login)
    expect(etagOf(plain)).toBe(etagOf(encoded))
    expect(etagOf(plain)).toMatch(/^"/)
  })

  test('case 77: another host in Host changes no page', async () => {
    const { ask } = await listening()
    const first = await ask(login, 'Host: evil.example')
    expect(first).not.toContain('evil')
    expect(etagOf(await ask(login))).toBe(etagOf(first))
  })

  test('case 77: two hosts, or none, are refused with 400', async () => {
    const { ask } = await listening()
    expect(statusOf(await ask(login, 'Host: portal.example\r\nHost: evil.example'))).toBe(400)
    expect(statusOf(await ask(login, 'Host: portal.example\r\nhost: portal.example'))).toBe(400)
    expect(statusOf(await ask(login, 'X-Host: portal.example'))).toBe(400)
  })

  test('case 77: a call in encoded letters is answered as a call, faults included', async () => {
    const { portal } = await listening()
    const answer = await portal.ask('POST', '/mbale/candidate/%61pi/candidateLoginController/getCandidateDetails')
    expect([answer.status, answer.body.code]).toEqual([401, 'session-expired'])
    const wrong = await portal.ask('GET', '/%6dbale/candidate/%61pi/candidateLoginController/getCandidateDetails')
    expect([wrong.status, wrong.body.code]).toEqual([405, 'wrong-method'])
  })

  test('case 77: the way back to a page after login is its plain address', async () => {
    const { portal } = await listening()
    const answer = await portal.ask('GET', '/mbale/candidate/%64ashboard?a=1&b=2&b=3', {
      headers: { accept: 'text/html' },
    })
    expect(answer.headers.location).toBe(
      `/mbale/candidate/home?next=${encodeURIComponent('/mbale/candidate/dashboard?a=1')}`,
    )
  })

  test('case 77: a page at an unknown address links home, not to that address', async () => {
    const { portal } = await listening()
    const answer = await portal.ask('POST', '/mbale/candidate/evil-address', { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('evil-address')
    expect(viewOf<{ url: string }>(answer).url).toBe('/mbale/candidate/home')
  })

  test('case 77: parameters and queries remain parts of the address, encoded again', async () => {
    const { portal } = await listening()
    const { cookies } = await signIn(portal)
    const answer = await browser(portal, cookies).get('singleMsg/%2F%2Fevil%22?x=%3C2%3E', asData)
    expect(viewOf<{ url: string }>(answer).url).toBe('/mbale/candidate/singleMsg/%2F%2Fevil%22?x=%3C2%3E')
  })
})
