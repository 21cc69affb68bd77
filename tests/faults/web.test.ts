import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otpLimits as usualOtpLimits } from '#server/courses/stranger-limits.ts'
import { candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { safeNext } from '#server/http/safe-next.ts'
import { days, hours } from '#server/kernel/time.ts'
import { deskBrowser } from '#tests/support/desk.ts'
import {
  type Answer,
  asData,
  asha,
  browser,
  calls,
  folderOfTest,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

let portal: TestPortal
let token: string
let cookies: Record<string, string>
let otherCsrf: string

beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', slugs: ['mbale', 'scd'], shared: true, isBuilt: true })
  ;({ token, cookies } = await signIn(portal))
  otherCsrf = (await signIn(portal, ravi)).cookies['XSRF-TOKEN']!
  await portal.services.messages.deliverDue()
})
afterAll(() => portal.close())

const concrete = (url: string) => url.replace(/:\w+/g, 'x').replace('*', 'x')
const routesBy = (method: string) => portal.routes().filter((route) => route.method === method)
const isApi = (url: string) => /^\/\w+\/candidate\/api\/(?!docs)/.test(url)
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('the routes below equal those of the server: pages, calls and the demo of both portals', () => {
  expect(routesBy('POST').length).toBeGreaterThan(100)
  expect(portal.routes()).toEqual(
    expect.arrayContaining([
      { method: 'POST', url: `/scd/candidate/api/${calls.mobile}` },
      { method: 'POST', url: '/mbale/candidate/logout' },
      { method: 'POST', url: '/mbale/candidate/option-form/lisitng-confirm' },
      { method: 'GET', url: '/mbale/candidate/meritstatus/final-merit/print/:userId' },
      { method: 'POST', url: '/demo/clock' },
    ]),
  )
})

describe('case 20: another site changes nothing', () => {
  const foreign: Record<string, Record<string, string>> = {
    'a cross-site request': { 'sec-fetch-site': 'cross-site' },
    'a sister site': { 'sec-fetch-site': 'same-site' },
    'a foreign Origin': { origin: 'https://evil.example.org' },
    'an Origin that hides itself': { origin: 'null' },
    'an Origin that is no address': { origin: 'evil' },
    'this host on another port': { origin: 'http://localhost:1' },
    'a foreign site that claims our Origin': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
  }

  test.each(Object.keys(foreign))('case 20: every POST of the server is refused from %s', async (kind) => {
    const before = await portal.contents()
    for (const { url } of routesBy('POST')) {
      const jar = {
        ...cookies,
        ...Object.fromEntries(Object.entries(cookies).map(([k, v]) => [k.replace('mbale', 'scd'), v])),
      }
      const answer = await portal.ask('POST', concrete(url), {
        headers: { ...asData, ...foreign[kind], ...(isApi(url) ? { 'content-type': 'application/json' } : form) },
        cookies: jar,
        body: isApi(url) ? '{}' : `_csrf=${cookies['XSRF-TOKEN']}`,
      })
      expect([401, 403], `${url}: ${answer.status}`).toContain(answer.status)
      expect(answer.headers['set-cookie'], url).toBeUndefined()
    }
    expect(await portal.contents()).toBe(before)
  })

  test('case 20: every private page requires the token of this session', async () => {
    const before = await portal.contents()
    const own = { ...asData, 'sec-fetch-site': 'same-origin', ...form }
    for (const route of Object.keys(candidateRoutes)) {
      const rule = candidateRoutes[route as keyof typeof candidateRoutes] as RouteRule
      if (rule.audience === 'public') continue
      for (const body of ['', '_csrf=', `_csrf=${otherCsrf}`, `_csrf=${'x'.repeat(32)}`, '_csrf[]=x&_csrf=y']) {
        const answer = await portal.ask('POST', concrete(`${portal.base}${route}`), { cookies, headers: own, body })
        expect(answer.status, `${route} ${body}`).toBe(403)
      }
    }
    const logout = await portal.ask('POST', `${portal.base}logout`, {
      cookies,
      headers: own,
      body: `_csrf=${otherCsrf}`,
    })
    expect([logout.status, logout.headers['set-cookie']]).toEqual([403, undefined])
    expect(await portal.contents()).toBe(before)
  })

  test('case 20: the token comes from the form or from the scripted client’s header', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-xsrf-token': cookies['XSRF-TOKEN']!, ...form }
    const byHeader = await portal.ask('POST', `${portal.base}change-mobile`, { cookies, headers, body: 'mobile=' })
    expect(byHeader.status).toBe(422)
    expect((await browser(portal, cookies).post('change-mobile', { mobile: '' })).status).toBe(422)
  })

  test('case 20: a browser that does not name its site still needs the token', async () => {
    const answer = await portal.ask('POST', `${portal.base}change-mobile`, { cookies, headers: form, body: 'mobile=' })
    expect(answer.status).toBe(403)
  })

  test('case 20: no GET changes anything, for any reader', async () => {
    const before = await portal.contents()
    for (const { url } of routesBy('GET')) {
      if (url.endsWith('/metrics')) continue
      const { mbale_refresh: _, ...rest } = cookies
      for (const site of ['cross-site', 'same-origin']) {
        await portal.ask('GET', concrete(url), {
          cookies: rest,
          headers: { ...asData, 'sec-fetch-site': site },
        })
      }
    }
    expect(await portal.contents()).toBe(before)
  }, 180_000)

  test('case 20: a link on another site shows the language that it names and changes no setting', async () => {
    const before = await portal.contents()
    for (const jar of [{}, cookies]) {
      const linked = await portal.ask('GET', `${portal.base}contactus?lang=mr`, {
        cookies: jar,
        headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' },
      })
      expect(viewOf(linked).language).toBe('mr')
      expect(linked.headers['set-cookie']).toBeUndefined()
    }
    expect(await portal.contents()).toBe(before)
    const chosen = await browser(portal, cookies).get('contactus?lang=mr')
    expect(chosen.cookies.mbale_lang).toBe('mr')
    await browser(portal, cookies).get('contactus?lang=en')
  })

  test('case 20: the API ignores cookies', async () => {
    const forEverybody = [
      ...['notices', 'news', 'faq', 'downloads', 'schedule', 'facilitation-centres', 'application-fee'],
      ...['institutes', 'seat-matrix', 'vacancies', 'merit-lists', 'merit-lists/:list/:edition'],
    ]
    const { register, verify, resend, login, forgot, recover } = calls
    const open = new Set<string>([
      register,
      verify,
      resend,
      login,
      forgot,
      recover,
      'log/cosignatures',
      ...forEverybody,
    ])
    const headers = { 'sec-fetch-site': 'same-origin', 'x-xsrf-token': cookies['XSRF-TOKEN']! }
    let tried = 0
    for (const { method, url } of portal.routes()) {
      const call = /^\/mbale\/candidate\/api\/(?!docs|openapi|refreshToken|sso|reference)(.*)/.exec(url)?.[1]
      if (method === 'HEAD' || call === undefined || open.has(call)) continue
      const answer = await portal.ask(method as 'GET', url, { cookies, headers })
      expect([url, answer.status]).toEqual([url, 401])
      tried++
    }
    expect(tried).toBeGreaterThanOrEqual(9)
  })

  test('case 20: the content types that a form can send without preflight are not JSON: 415', async () => {
    const before = await portal.contents()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/plain; application/json',
    ]) {
      for (const call of [calls.forgot, calls.verify, calls.login, calls.changePassword]) {
        const body = '{"userId":"9876543210"}'
        const answer = await portal.api('POST', call, body, { token, headers: { 'content-type': type } })
        expect([call, type, answer.status, answer.body.code]).toEqual([call, type, 415, 'wrong-media-type'])
      }
    }
    expect(await portal.contents()).toBe(before)
  })

  test('case 20: no other site is allowed to read', async () => {
    const asking = { origin: 'https://evil.example.org', 'access-control-request-method': 'POST' }
    for (const url of [
      `${portal.base}api/${calls.login}`,
      `${portal.base}api/${calls.userDetails}`,
      `${portal.base}home`,
    ]) {
      for (const method of ['OPTIONS', 'POST', 'GET'] as const) {
        const { headers } = await portal.ask(method, url, { headers: asking, token })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })
})

/** Addresses to which no redirect may lead. */
const elsewhere = [
  '//evil.example.org',
  '///evil.example.org',
  'https://evil.example.org',
  'https:evil.example.org',
  'https:///evil.example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  '\\\\evil.example.org',
  '/\\evil.example.org',
  '/mbale/candidate/\\evil.example.org',
  '/mbale/candidate//evil.example.org',
  '/mbale/candidate/../../evil',
  '/mbale/candidate/..',
  '/mbale/candidate/..\\..\\evil',
  '/mbale/candidatex',
  '/mbale/cell/login/admin',
  '/scd/candidate/dashboard',
  '/',
  ' //evil.example.org',
  '/mbale/candidate/\t//evil.example.org',
  '/mbale/candidate/\r\nLocation: https://evil.example.org',
  '/mbale/candidate/x\nSet-Cookie: mbale_session=x',
  '@evil.example.org',
  'mbale/candidate/dashboard',
  '%2F%2Fevil.example.org',
  'https://admissions.example.org@evil.example.org/mbale/candidate/',
  'http://localhost/mbale/candidate/dashboard',
  '/mbale/candidate/%2e%2e/%2e%2e/x',
  '/mbale/candidate/%2E./x',
  '/mbale/candidate/.%2e/cell/home',
  '/mbale/candidate/a/%2e/b',
  '/mbale/candidate/..?lang=mr',
  '/mbale/candidate/..#top',
  '/mbale/candidate/%5c%5cevil.example.org',
  '/mbale/candidate/%2F%2fevil.example.org',
  '/mbale/candidate//evil.example.org',
  '/mbale/candidate/\t..\t/x',
]

describe('case 24: no redirect leaves the site', () => {
  test.each(elsewhere)('case 24: ?next=%s is not followed', async (next) => {
    expect(safeNext('/mbale/candidate/', next)).toBeNull()
    const path = `login?next=${encodeURIComponent(next)}`
    const already = await browser(portal, cookies).get(path)
    expect([already.status, already.headers.location]).toEqual([303, '/mbale/candidate/dashboard'])
    const page = await browser(portal).get(path)
    const sitesOfTheCell = Object.values(portal.services.course.loginLinks)
    for (const [, address] of page.text.matchAll(/(?:href|action|src)="([^"]*)"/g)) {
      if (!sitesOfTheCell.includes(address!)) expect(address).toMatch(/^(\/(?![/\\])|#|tel:\d+$|data:image\/svg)/)
    }
    const home = await browser(portal).get(`home?next=${encodeURIComponent(next)}`)
    expect(viewOf<{ data: { login: string } }>(home).data.login).toBe('/mbale/candidate/login')
  })

  test('case 24: a login leads to the requested page, within this portal only', async () => {
    const login = (next: string) =>
      browser(portal).post(`login?next=${encodeURIComponent(next)}`, { userId: asha.mobile, password: asha.password })
    for (const next of ['/mbale/candidate/singleMsg/7', '/mbale/candidate/sms?page=2']) {
      expect((await login(next)).headers.location).toBe(next)
    }
    for (const next of ['//evil.example.org', '/scd/candidate/dashboard', '/mbale/candidate/%2e%2e/%2e%2e//evil']) {
      expect((await login(next)).headers.location).toBe('/mbale/candidate/dashboard')
    }
  })

  test('case 24: a repeated parameter is ignored', async () => {
    const path = `login?next=${portal.base}sms&next=//evil.example.org`
    expect((await browser(portal, cookies).get(path)).headers.location).toBe('/mbale/candidate/dashboard')
    for (const page of ['home', 'login', 'verification', 'sso', 'registration', 'contactus']) {
      const answer = await browser(portal).get(
        `${page}?next=a&next=b&lang=mr&lang=en&code=1&code=2&token=a&token=b&email=&stop=`,
      )
      expect(answer.status, page).toBe(200)
    }
  })

  test('case 24: a visitor is redirected home with the way back and nothing else', async () => {
    const answer = await browser(portal).get('singleMsg/%2F%2Fevil.example.org?x=//evil')
    expect(answer.status).toBe(303)
    const to = new URL(answer.headers.location as string, 'https://admissions.example.org')
    expect([to.host, to.pathname]).toEqual(['admissions.example.org', '/mbale/candidate/home'])
    expect(to.searchParams.get('next')).toBe('/mbale/candidate/singleMsg/%2F%2Fevil.example.org?x=%2F%2Fevil')
  })
})

/** One answer of every kind that the server gives. */
async function everyKind(): Promise<Record<string, Answer>> {
  const { base } = portal
  const page = { headers: { accept: 'text/html' } }
  const cached = await portal.ask('GET', `${base}home`, page)
  const kinds: Record<string, Answer> = {
    page: cached,
    'page from the cache': await portal.ask('GET', `${base}home`, page),
    'page not changed': await portal.ask('GET', `${base}home`, {
      headers: { ...page.headers, 'if-none-match': cached.headers.etag as string },
    }),
    'private page': await portal.ask('GET', `${base}dashboard`, { ...page, cookies }),
    'page as data': await portal.ask('GET', `${base}dashboard`, {
      cookies,
      headers: { accept: 'application/vnd.pravesh.view+json' },
    }),
    redirect: await portal.ask('GET', `${base}dashboard`, page),
    root: await portal.ask('GET', '/', page),
    'unknown page': await portal.ask('GET', '/nowhere', page),
    'unknown post': await portal.ask('POST', '/nowhere', { headers: form, body: '' }),
    'form with a fault': await browser(portal).post('login', {}),
    'form from another site': await portal.ask('POST', `${base}login`, { headers: { 'sec-fetch-site': 'cross-site' } }),
    'wrong method': await portal.ask('DELETE', `${base}home`, page),
    'not an address': await portal.ask('GET', `${base}singleMsg/%zz`, page),
    'an endless address': await portal.ask('GET', `${base}singleMsg/${'x'.repeat(5000)}`, page),
    call: await portal.api('POST', calls.userDetails, undefined, { token }),
    'call without a bearer': await portal.api('POST', calls.userDetails),
    'unknown call': await portal.api('GET', 'nothing'),
    'call by the wrong method': await portal.api('DELETE', calls.login),
    'faulty call': await portal.api('POST', calls.login, {}),
    'huge call': await portal.api('POST', calls.login, { userId: 'x'.repeat(70_000) }),
    document: await portal.api('GET', 'openapi.json'),
    asset: await portal.ask('GET', '/assets/client-1a2b.js'),
    'unknown asset': await portal.ask('GET', '/assets/nothing.js'),
    pdf: await portal.ask('GET', `${base}ruleA.pdf`),
    version: await portal.ask('GET', `${base}version.json`),
    desk: await portal.ask('GET', '/mbale/cell/login/fc', page),
    healthz: await portal.ask('GET', '/healthz'),
    readyz: await portal.ask('GET', '/readyz'),
    metrics: await portal.ask('GET', '/metrics'),
    demo: await portal.ask('GET', '/demo', page),
    'demo data': await portal.ask('GET', '/demo/clock.json'),
  }
  const { fullName } = portal.services.accounts
  portal.services.accounts.fullName = () => {
    throw new Error('broken for the test')
  }
  kinds.fault = await portal.api('GET', calls.name, undefined, { token })
  portal.services.accounts.fullName = fullName
  return kinds
}

describe('case 26: framing and scripts', () => {
  test('case 26: every kind of answer forbids frames, inline scripts and type sniffing', async () => {
    const kinds = await everyKind()
    expect(kinds['page not changed']!.status).toBe(304)
    expect(kinds.fault!.status).toBe(500)
    for (const [kind, { headers }] of Object.entries(kinds)) {
      const policy = String(headers['content-security-policy'])
      expect(policy, kind).toContain("frame-ancestors 'none'")
      expect(policy, kind).toMatch(
        /default-src 'self'.*script-src 'self';.*object-src 'none'.*base-uri 'none'.*form-action 'self'/,
      )
      expect(policy, kind).not.toMatch(/unsafe|\*|https?:|nonce/)
      expect(headers['x-frame-options'], kind).toBe('DENY')
      expect(headers['x-content-type-options'], kind).toBe('nosniff')
      expect(headers['referrer-policy'], kind).toBe('same-origin')
      expect(headers['x-powered-by'], kind).toBeUndefined()
      expect(headers.server, kind).toBeUndefined()
      expect(headers['strict-transport-security'], `${kind}: a demo has no https`).toBeUndefined()
    }
  })

  test('case 26: live mode sends Strict-Transport-Security', async () => {
    const live = await openPortal()
    for (const url of ['/mbale/candidate/home', '/nowhere', '/healthz', `/mbale/candidate/api/${calls.logins}`]) {
      expect((await live.ask('GET', url)).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      )
    }
  })

  test('case 26: no page contains an inline script, style or handler, so the policy breaks none', async () => {
    const pages = [...Object.keys(candidateRoutes).map((route) => concrete(`${portal.base}${route}`)), '/demo']
    for (const url of pages) {
      const { text, status } = await portal.ask('GET', url, { headers: { accept: 'text/html' } })
      if (status !== 200) continue
      expect(text.match(/<script(?![^>]*(?:src=|type="application\/(?:ld\+)?json"))[^>]*>/g), url).toBeNull()
      expect(text.match(/<style|<[^>]+\s(?:style|on\w+)="/gi), url).toBeNull()
      expect(text.match(/<iframe|<object|<embed|<base|javascript:/gi), url).toBeNull()
    }
  })
})

describe('case 27: nothing private stays behind', () => {
  test('case 27: private pages and the whole API are never stored', async () => {
    for (const [route, rule] of Object.entries(candidateRoutes) as [string, RouteRule][]) {
      if (rule.audience === 'public') continue
      for (const jar of [cookies, {}]) {
        const answer = await portal.ask('GET', concrete(`${portal.base}${route}`), {
          cookies: jar,
          headers: { accept: 'text/html' },
        })
        expect(answer.headers['cache-control'], route).toBe('private, no-store')
      }
    }
    for (const [method, call] of [
      ['POST', calls.userDetails],
      ['GET', calls.logins],
      ['POST', calls.login],
      ['GET', calls.refresh],
    ] as const) {
      for (const bearer of [token, undefined]) {
        const { headers } = await portal.api(method, call, method === 'POST' ? {} : undefined, { token: bearer })
        expect(headers['cache-control'], call).toBe('no-store')
      }
    }
  })

  test('case 27: a public page is not cached for others after a login, an entry or a notice', async () => {
    const own = await browser(portal, cookies).get('home')
    expect([own.headers['cache-control'], own.headers.etag]).toEqual(['private, no-store', undefined])
    const faulty = await browser(portal).post('login', { userId: 'secret-user', password: '' })
    expect(faulty.headers['cache-control']).toBe('private, no-store')
    expect((await browser(portal).get('login')).text).not.toContain('secret-user')
    const flash = Buffer.from(JSON.stringify({ type: 'info', key: 'accounts:flash.otp-sent' })).toString('base64url')
    const told = await browser(portal, { mbale_flash: flash }).get('home')
    expect(told.headers['cache-control']).toBe('private, no-store')
    expect((await browser(portal).get('home')).text).not.toContain('Only the newest one works.')
    const visitor = await browser(portal).get('home')
    expect(visitor.headers['cache-control']).toBe('no-cache')
    expect(visitor.text).not.toContain(asha.fullName)
    expect(visitor.headers.vary).toMatch(/cookie/i)
  })

  test('case 27: a cached page appears in the language of each visitor', async () => {
    for (const language of ['mr', 'en', 'mr']) {
      expect(viewOf(await browser(portal, { mbale_lang: language }).get('home')).language).toBe(language)
    }
  })

  test('case 27: after logout "back" asks the server, which redirects home', async () => {
    const other = await openPortal()
    const { cookies: jar } = await signIn(other)
    const screen = browser(other, jar)
    expect((await screen.get('dashboard')).headers['cache-control']).toBe('private, no-store')
    const out = await screen.post('logout')
    expect([out.status, out.headers['cache-control']]).toEqual([303, 'no-store'])
    expect((await screen.get('dashboard')).headers.location).toBe(
      '/mbale/candidate/home?next=%2Fmbale%2Fcandidate%2Fdashboard',
    )
    const kept = await browser(other, jar).get('dashboard') // the old cookies, as a copied browser has them
    expect([kept.status, kept.text.includes(asha.fullName)]).toEqual([303, false])
  })

  test('case 27: assets are cached for ever, the version never', async () => {
    expect((await portal.ask('GET', '/assets/client-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await portal.ask('GET', `${portal.base}version.json?timestamp=1`)).headers['cache-control']).toBe(
      'no-store',
    )
  })
})

const climbing = [
  '..',
  '../outside.txt',
  '%2e%2e/outside.txt',
  '..%2foutside.txt',
  '%2e%2e%2foutside.txt',
  '%252e%252e%252foutside.txt',
  '..%252foutside.txt',
  '..\\outside.txt',
  '..%5coutside.txt',
  '%2e%2e%5coutside.txt',
  '....//outside.txt',
  '.%2e/outside.txt',
  '..%00/outside.txt',
  'outside.txt%00.js',
  '%00',
  '%c0%ae%c0%ae/outside.txt',
  '..%c0%afoutside.txt',
  '%ff',
  '%zz',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  'C:\\windows\\win.ini',
  'file:%2f%2f%2fetc%2fpasswd',
  '~root',
  '.',
  '%2e',
  '.env',
  '../../../package.json',
  '..%2f..%2fportal.db',
]

describe('case 28: no path leaves its folder', () => {
  test.each(climbing)('case 28: documents/view/%s is not a document', async (name) => {
    const answer = await portal.ask('GET', `${portal.base}documents/view/${name}`, {
      cookies,
      headers: { accept: 'text/html' },
    })
    expect([302, 303, 400, 404]).toContain(answer.status)
    expect(answer.text).not.toMatch(/root:|not an asset|"dependencies"|SQLite format/)
  })

  test.each(climbing)('case 28: /assets/%s is not an asset', async (name) => {
    for (const accept of ['', '*/*', 'text/html']) {
      const answer = await portal.ask('GET', `/assets/${name}`, { headers: { accept } })
      expect([302, 400, 403, 404], `${answer.status}`).toContain(answer.status)
      expect(answer.text).not.toMatch(/root:|not an asset|"dependencies"|SQLite format/)
    }
  })

  test.each(climbing)('case 28: %s finds no file behind other addresses either', async (name) => {
    for (const prefix of [
      '/',
      '/mbale/',
      '/mbale/candidate/',
      '/mbale/cell/login/',
      '/mbale/candidate/singleMsg/',
      '/demo/',
    ]) {
      const answer = await portal.ask('GET', `${prefix}${name}`, { headers: { accept: 'text/html' } })
      expect(answer.status, `${prefix}${name}`).toBeLessThan(500)
      expect(answer.text).not.toMatch(/root:|not an asset|"dependencies"|SQLite format/)
    }
  })

  test('case 28: the folder of assets has no listing', async () => {
    for (const url of ['/assets/', '/assets', '/assets/.', '/assets//']) {
      const answer = await portal.ask('GET', url, { headers: { accept: 'application/json' } })
      expect([400, 404], url).toContain(answer.status)
      expect(answer.text).not.toContain('client-1a2b')
    }
  })
})

describe('the flood guard', () => {
  test('an address that sends too many requests in a minute must wait, even after a restart', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir, config: { requestsPerMinute: 5 } })
    const ask = (from: TestPortal, ip = '198.51.100.7') => from.ask('GET', `${from.base}api/openapi.json`, { ip })
    for (let n = 0; n < 5; n++) expect((await ask(first)).status).toBe(200)
    const over = await ask(first)
    expect([over.status, over.headers['retry-after'], over.body.code]).toEqual([429, '60', 'too-often'])
    expect((await ask(first, '198.51.100.8')).status).toBe(200)
    first.clock.advance(20_000)
    const at = first.clock.real()
    await first.close()

    const second = await openPortal({ dataDir, at, config: { requestsPerMinute: 5 } })
    const still = await ask(second)
    expect([still.status, still.headers['retry-after']]).toEqual([429, '40'])
    const page = await second.ask('GET', `${second.base}home`, { ip: '198.51.100.7', headers: { accept: 'text/html' } })
    expect([page.status, page.headers['retry-after']]).toEqual([429, '40'])
    expect(page.text).toContain('Too many requests came from your network in one minute')
    expect(page.text).toContain('40 सेकंदांनी पुन्हा प्रयत्न करा')
    second.clock.advance(40_000)
    expect((await ask(second)).status).toBe(200)
  })

  test('case 52: counters and cached pages from a clock a year ahead delay nobody once it is right', async () => {
    const portal = await openPortal({ config: { requestsPerMinute: 30 } })
    const wrong = () => deskBrowser(portal).post('login/admin', { loginName: 'nitin', password: 'Wrong-Passw0rd' })
    const asked = () => portal.ask('GET', `${portal.base}faq`, { ip: '198.51.100.7' })
    const userId = await register(portal)
    const recovered = async () => {
      await portal.api('POST', calls.forgot, { userId })
      return portal.sentTo(asha.mobile, 'recovery-otp')
    }
    const year = days(365)
    portal.clock.advance(year)
    const { etag } = (await asked()).headers
    for (let n = 0; n < 30; n++) await asked()
    expect((await asked()).status).toBe(429)
    for (let n = 0; n < 10; n++) await wrong()
    expect((await wrong()).status).toBe(429)
    expect(await recovered()).toBe(1)
    portal.services.limits.count('look-up-ip:198.51.100.7', days(1), portal.clock.real())
    portal.clock.advance(-year)
    const again = await asked()
    expect([again.status, again.headers.etag === etag]).toEqual([200, false])
    expect((await wrong()).status).toBe(401)
    expect(await recovered()).toBe(2)
    portal.services.limits.purge(portal.clock.real())
    expect(portal.services.limits.read('look-up-ip:198.51.100.7', portal.clock.real())).toBe(0)
  })

  test('failed logins, sent OTPs and the share of a network are remembered across a restart', async () => {
    const dataDir = folderOfTest()
    const otpLimits = { ...usualOtpLimits, registrationsPerNetworkHourly: 2 }
    const first = await openPortal({ dataDir, course: { otpLimits } })
    const { userId } = await signIn(first)
    for (let n = 0; n < 10; n++) await first.api('POST', calls.login, { userId, password: 'Wrong000' })
    await first.api('POST', calls.register, ravi)
    const at = first.clock.real()
    await first.close()

    const second = await openPortal({ dataDir, at, course: { otpLimits } })
    expect((await second.api('POST', calls.login, { userId, password: asha.password })).status).toBe(202)
    const soon = await second.api(
      'POST',
      calls.register,
      { ...ravi, email: 'else@example.org' },
      { ip: '198.51.100.9' },
    )
    expect([soon.status, soon.body.data]).toMatchObject([200, { sentTo: [], resendAfter: 30 }])
    const network = await second.api('POST', calls.register, { ...ravi, mobile: '7000000001' })
    expect([network.status, network.body.code]).toEqual([429, 'network-busy'])
    second.clock.advance(hours(1))
    expect((await second.api('POST', calls.register, ravi)).status).toBe(200)
  })
})
