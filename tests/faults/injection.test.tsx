import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceLabel } from '#server/domain/accounts/device.ts'
import type { View } from '#server/domain/site/view.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'
import { shortAddress, withoutPersonalData } from '#server/http/log.ts'
import { renderDocument } from '#server/http/render.tsx'
import { seconds } from '#server/kernel/time.ts'
import {
  asData,
  asha,
  browser,
  calls,
  openPortal,
  ravi,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

let portal: TestPortal
let token: string
let cookies: Record<string, string>

beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', shared: true })
  ;({ token, cookies } = await signIn(portal))
})
afterAll(() => portal.close())

const page = { accept: 'text/html' }
const script = '<script>alert(1)</script>'

describe('case 21: user input is text, never markup', () => {
  test('case 21: a name cannot be HTML', async () => {
    for (const fullName of [
      script,
      '<b>Asha</b>',
      'Asha<img src=x onerror=alert(1)>',
      '&lt;script&gt;',
      '"><script>',
      '{{7*7}}',
    ]) {
      const answer = await portal.api('POST', calls.register, { ...ravi, fullName })
      const code = /^[A-Z]/.test(fullName) ? 'not-in-names' : 'begins-name'
      expect(answer.body.errors[0]).toMatchObject({ field: 'fullName', code })
    }
  })

  test('case 21: HTML in a stored name appears as letters on every page', async () => {
    const other = await openPortal()
    const jar = (await signIn(other)).cookies
    other.services.db.sqlite.prepare('UPDATE candidates SET full_name = ?').run(`${script} "' onload=alert(1) \u2028`)
    for (const route of [
      'dashboard',
      'forgot-password-auth',
      'change-mobile',
      'home',
      'sms',
      'type-of-candidature',
      'test',
    ]) {
      const { text, status } = await browser(other, jar).get(route)
      expect(status).toBe(200)
      expect(text.includes(script), route).toBe(false)
      expect(text.includes('\u2028"'), route).toBe(false)
    }
  })

  test('case 21: a device with HTML in its name is an unknown device', async () => {
    expect(deviceLabel(`${script} Chrome/1 Android`)).toBe('Chrome, Android')
    expect(deviceLabel(script)).toBe('—')
    const other = await openPortal()
    const { token: bearer } = await signIn(other)
    await other.api(
      'POST',
      calls.login,
      { userId: asha.mobile, password: asha.password },
      { headers: { 'user-agent': script } },
    )
    const { text } = await other.api('GET', calls.logins, undefined, { token: bearer })
    expect(text).not.toContain('script')
  })

  test('case 21: every page treats its address as text', async () => {
    const query = encodeURIComponent(`"><svg onload=alert(1)>${script}'`)
    for (const [route, { audience }] of Object.entries(candidateRoutes)) {
      const path = `${route.replace(/:\w+/g, 'x')}?next=${query}&code=${query}&token=${query}&q=${query}&email=${query}`
      const { text, status } = await browser(portal, audience === 'public' ? {} : cookies).get(path)
      expect(status, route).toBeLessThan(500)
      expect(text.includes(script) || text.includes('<svg onload'), route).toBe(false)
    }
  })

  test('case 21: a returned form shows its entries as text', async () => {
    for (const path of ['registration', 'login', 'forgot-password']) {
      const { text } = await browser(portal).post(path, {
        fullName: script,
        userId: script,
        email: script,
        mobile: script,
      })
      expect(text.includes(script), path).toBe(false)
      expect(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'), path).toBe(true)
    }
  })

  test('case 21: messages keep a name on one line and link only to this portal', async () => {
    const other = await openPortal()
    const { token: bearer } = await signIn(other)
    other.services.db.sqlite
      .prepare('UPDATE candidates SET full_name = ?')
      .run('Asha\r\nhttps://evil.example.org\u2028x')
    await other.api('GET', calls.whatsapp, undefined, { token: bearer })
    await other.services.messages.deliverDue()
    const { text } = other.box.sent.at(-1)!
    expect(text.split('\n').find((line) => line.includes('Asha'))).toContain('https://evil.example.org')
    expect(text).not.toMatch(/\r|\u2028|^https/m)
  })
})

describe('case 22: the state in a page', () => {
  const view = (data: unknown, more: Partial<View> = {}): View => ({
    url: '/mbale/candidate/home',
    route: 'home',
    assets: { module: '', css: [], texts: {}, signedIn: null },
    base: '/mbale/candidate/',
    cellBase: '/mbale/cell/',
    language: 'en',
    title: 'Title',
    status: 200,
    now: 0,
    updated: null,
    course: {
      cellName: 'Cell',
      logo: null,
      cellAddress: '',
      title: '',
      shortTitle: '',
      barTitle: '',
      academicYear: '',
      footerDate: '',
      firstLines: [],
      rounds: [],
      words: {},
      loginLinks: {} as never,
      hasSso: false,
      otherPortals: [],
    },
    session: null,
    staff: null,
    layout: 'bare',
    closed: null,
    banner: null,
    flash: null,
    demo: null,
    data,
    form: null,
    ...more,
  })
  const hostile = [
    '</script><script>alert(1)</script>',
    '</SCRIPT ><img src=x onerror=alert(1)>',
    '<!--<script>',
    '-->',
    ']]>',
    '\u2028alert(1)\u2029',
    '\u0000\u0008"\\',
    '&quot;&lt;/script&gt;',
    '$`alert(1)`',
    '\uD800',
  ]

  test.each(hostile)('case 22: %j neither ends nor breaks it', (text) => {
    const made = view({ text, [text]: [text] }, { title: `Error: ${text}` })
    const html = renderDocument(made, () => <p>{text}</p>, '')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script/gi)).toHaveLength(1)
    expect(html).not.toMatch(/<!--(?! )(?!\/?\$)\S|<img/)
    const state = /<script id="view" type="application\/json">(.*)<\/script>/s.exec(html)![1]!
    expect(state).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(state)).toEqual(JSON.parse(JSON.stringify(made)))
    expect(html.slice(0, html.indexOf('</title>'))).not.toMatch(/<title>[^<]*</)
  })

  test('case 22: a page gives the browser only what it shows: no hash, no secret, no full number', async () => {
    for (const route of ['dashboard', 'forgot-password-auth', 'change-mobile', 'sms']) {
      const { text } = await browser(portal, cookies).get(route)
      expect(text).not.toContain(asha.mobile)
      expect(text).not.toContain(asha.email)
      expect(text).not.toMatch(/argon2|passwordHash|cookieHash/)
      for (const name of ['mbale_session', 'mbale_refresh', 'mbale_device']) expect(text).not.toContain(cookies[name]!)
      expect(text).not.toContain(token)
    }
  })
})

const sql = [
  "' OR '1'='1",
  "'; DROP TABLE candidates; --",
  '" OR ""="',
  "admin'--",
  "' UNION SELECT password_hash FROM candidates --",
  '1; UPDATE candidates SET mobile = 1',
  "%' AND 1=randomblob(1000000000) --",
  '\\',
  "ML24100001' AND substr(password_hash,1,1)='$",
  '?1',
  ':id',
  '%',
  '_',
  'ML24______',
]

describe('case 23: SQL in a value is plain text', () => {
  test.each(sql)('case 23: %s in every field, query, parameter and cookie', async (text) => {
    await portal.services.messages.deliverDue()
    const candidates = () => JSON.stringify(portal.services.db.sqlite.prepare('SELECT * FROM candidates').all())
    const before = candidates()
    const fields = {
      ...ravi,
      userId: text,
      otp: text,
      registrationId: text,
      recoveryId: text,
      purpose: text,
      token: text,
    }
    const full = Object.fromEntries(Object.keys(fields).map((name) => [name, text]))
    const known: Record<string, Record<string, unknown>> = {
      [calls.register]: { ...ravi, fullName: text },
      [calls.verify]: { registrationId: text, otp: text },
      [calls.resend]: { registrationId: text },
      [calls.login]: { userId: text, password: text },
      [calls.forgot]: { userId: text },
      [calls.recover]: { recoveryId: text, otp: text, password: text, confirmPassword: text },
      [calls.changePassword]: { currentPassword: text, password: text, confirmPassword: text },
      [calls.otp]: { purpose: text, mobile: text },
      [calls.mobile]: { mobile: text, otp: text, password: text },
      [calls.sso]: { token: text },
    }
    for (const [call, body] of Object.entries(known)) {
      for (const sent of [body, { ...body, [text]: text }]) {
        const { status } = await portal.api('POST', call, sent, { token })
        expect([200, 400, 401, 404, 422, 429, 503], `${call}: ${status}`).toContain(status)
        if (call !== calls.forgot && call !== calls.register) expect(status, call).not.toBe(200)
      }
    }
    const encoded = encodeURIComponent(text)
    for (const path of [
      `login?next=${encoded}`,
      `verification?email=${encoded}`,
      `verification?stop=${encoded}`,
      `verification?code=${encoded}`,
      `singleMsg/${encoded}`,
      `allotment/round-print-form/${encoded}`,
      `meritstatus/final-merit/print/${encoded}`,
      `sms?sort=${encoded}&page=${encoded}&q=${encoded}`,
    ]) {
      expect((await browser(portal, cookies).get(path, asData)).status, path).toBeLessThan(500)
      expect((await browser(portal, cookies).post(path, full, asData)).status, path).toBeLessThan(500)
    }
    for (const name of ['session', 'refresh', 'device', 'lang', 'registration', 'recovery', 'login', 'flash']) {
      const jar = { ...cookies, [`mbale_${name}`]: encoded }
      for (const path of ['dashboard', 'otp-verify', 'forgot-otp-verify', 'registration-success', 'login?step=otp']) {
        expect((await browser(portal, jar).get(path, asData)).status, `${name}: ${path}`).toBeLessThan(500)
      }
      expect((await portal.api('GET', calls.refresh, undefined, { cookies: jar })).status).toBeLessThan(500)
    }
    expect((await portal.ask('GET', `/demo/outbox.json?to=${encoded}`)).body).toEqual([])
    expect(candidates()).toBe(before)
  })
})

const lines = [
  '\r\nSet-Cookie: mbale_session=evil',
  '\nLocation: https://evil.example.org',
  '%0d%0aX-Evil: 1',
  '\u560a\u560dX-Evil: 1',
]

describe('case 25: no value adds a header or a log line', () => {
  test.each(lines)('case 25: %j', async (text) => {
    const encoded = encodeURIComponent(text)
    const answers = [
      await browser(portal).get(`login?next=${portal.base}x${encoded}`),
      await browser(portal, cookies).get(`login?next=${portal.base}x${encoded}`),
      await browser(portal).get(`dashboard?x=${encoded}`),
      await browser(portal).post('login', { userId: text, password: text }),
      await browser(portal).get(`contactus?lang=${encoded}`),
      await browser(portal, { mbale_lang: encoded, mbale_flash: encoded }).get('home'),
      await portal.ask('GET', `/mbale/candidate/singleMsg/x${encoded}`, { cookies }),
      await portal.ask('GET', `/nowhere${encoded}`, { headers: page }),
      await portal.ask('POST', '/demo/login', { body: { course: `mbale${text}`, key: text } }),
      await portal.api('GET', calls.refresh, undefined, { cookies: { mbale_refresh: encoded } }),
    ]
    for (const { headers } of answers) {
      expect(headers['x-evil']).toBeUndefined()
      expect(String(headers['set-cookie'] ?? '')).not.toContain('evil')
      expect(String(headers.location ?? '')).not.toMatch(/[\r\n]|^https?:/)
    }
  })

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    'not base64 at all',
    encode(null),
    encode(42),
    encode([]),
    encode({}),
    encode({ type: 'success' }),
    encode({ type: 'success', key: 'accounts:refusal.login-wrong' }),
    encode({ type: 'success', key: 'shell:title.home' }),
    encode({ type: 'success', key: 'accounts:flash.nothing-like-it' }),
    encode({ type: 'success', key: { toString: 1 } }),
    encode({ type: script, key: 'accounts:flash.otp-sent' }),
    encode({ type: { a: 1 }, key: 'accounts:flash.otp-sent' }),
    encode({ type: 'success', key: 'accounts:flash.mobile-change-requested', values: { time: script } }),
    encode({ type: 'success', key: 'accounts:flash.mobile-change-requested', values: 7 }),
    encode({ type: 'success', key: 'accounts:flash.mobile-change-requested', values: { count: -1, time: null } }),
    encode({ type: 'success', key: 'accounts:flash.mobile-change-requested', values: { time: { a: 1 } } }),
    'x'.repeat(3000),
  ])('case 25: a forged flash cookie breaks no page and renders no markup: %s', async (flash) => {
    for (const jar of [{}, cookies]) {
      const { status, text } = await browser(portal, { ...jar, mbale_flash: flash }).get('contactus')
      expect(status).toBe(200)
      expect(text.includes(script)).toBe(false)
    }
  })

  test('case 25: a log entry is one line of JSON, whatever the request contains', async () => {
    const other = await openPortal({ config: { logLevel: 'info' } })
    await other.ask('GET', '/nowhere\u2028%0a{"level":60,"msg":"forged"}', {
      headers: { 'user-agent': 'x\n{"msg":"forged"}', ...page },
    })
    await other.api('POST', calls.login, { userId: 'x\n{"msg":"forged"}', password: '\u2028' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(other.logs.length).toBeGreaterThanOrEqual(2)
    for (const line of other.logs) {
      expect(line.trimEnd().split('\n')).toHaveLength(1)
      // 40: a line of the portal itself, when the machine stood still.
      expect([30, 40]).toContain(JSON.parse(line).level)
      expect(line).not.toContain('forged')
    }
  })
})

describe('case 29: malformed bodies', () => {
  const post = (body: string, call: string = calls.login, type = 'application/json') =>
    portal.ask('POST', `${portal.base}api/${call}`, { body, token, headers: { 'content-type': type } })

  test.each([
    '{"__proto__":{"isAdmin":true},"userId":"x","password":"y"}',
    '{"userId":"x","password":"y","__proto__":null}',
    '{"constructor":{"prototype":{"isAdmin":true}},"userId":"x","password":"y"}',
    '{"userId":{"__proto__":{"isAdmin":true}},"password":"y"}',
    '{"\\u005f\\u005fproto__":{"isAdmin":true},"userId":"x","password":"y"}',
    '{"prototype":{"isAdmin":true},"userId":"x","password":"y"}',
  ])('case 29: no object gets a property from %s', async (body) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('malformed')
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test.each([
    '__proto__=x',
    '__proto__[isAdmin]=1',
    'constructor=x',
    'constructor[prototype][isAdmin]=1',
    'toString=x',
    'hasOwnProperty=x',
  ])('case 29: a form or a query adds none either: %s', async (pair) => {
    for (const path of ['login', 'registration', 'forgot-password']) {
      const { status } = await portal.ask('POST', `${portal.base}${path}?${pair}`, {
        body: `${pair}&userId=x&password=y`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...page },
      })
      expect([path, [303, 401, 422].includes(status)]).toEqual([path, true])
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect(Object.prototype.toString.call({})).toBe('[object Object]')
  })

  test('case 29: a thousand nested arrays, or thirty thousand, are refused at once', async () => {
    const started = performance.now()
    for (const [open, close, depth] of [
      ['[', ']', 30_000],
      ['{"a":', '}', 10_000],
      ['{"userId":[', ']}', 1],
    ] as const) {
      const inner = open.repeat(depth) + (open.endsWith(':') ? '1' : '') + close.repeat(depth)
      for (const body of [inner, `{"userId":${inner},"password":"x"}`]) {
        expect((await post(body)).status).toBe(400)
      }
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('case 29: a huge body gets 413 unread, in the API and on a page, in both languages', async () => {
    const huge = 'x'.repeat(64 * 1024)
    for (const language of ['en', 'mr']) {
      const call = await portal.ask('POST', `${portal.base}api/${calls.login}`, {
        body: JSON.stringify({ userId: huge, password: 'x' }),
        headers: { 'content-type': 'application/json', 'accept-language': language },
      })
      expect([call.status, call.body.code]).toEqual([413, 'too-large'])
      expect(/[\u0900-\u097F]/.test(call.body.message)).toBe(language === 'mr')
      const form = await browser(portal, { mbale_lang: language }).post('login', { userId: huge })
      expect([form.status, viewOf(form).status, viewOf(form).language]).toEqual([413, 413, language])
    }
  })

  test('case 29: a body with a false length or type is refused', async () => {
    const lies: [string, Record<string, string>, number][] = [
      ['{}', { 'content-type': 'application/json', 'content-length': '99999999' }, 413],
      ['{"userId":', { 'content-type': 'application/json' }, 400],
      ['', { 'content-type': 'application/json' }, 400],
      ['x', { 'content-type': 'application/json; charset=utf-7' }, 400],
      ['{}', { 'content-type': 'application/jsonp' }, 415],
      ['{}', { 'content-type': 'nonsense' }, 415],
    ]
    for (const [body, headers, status] of lies) {
      const answer = await portal.ask('POST', `${portal.base}api/${calls.login}`, { body, headers })
      expect([headers, answer.status]).toEqual([headers, status])
      expect(answer.body.message).toBeTruthy()
    }
  })

  test('case 29: a repeated key is one answer, and a repeated field is none', async () => {
    const twice = `{"userId":"nobody","userId":"${asha.mobile}","password":"${asha.password}"}`
    expect([200, 401]).toContain((await post(twice)).status)
    const form = await browser(portal).post('login', { userId: [asha.mobile, 'nobody'], password: asha.password })
    expect(form.status).toBe(422)
    const keys = Array.from({ length: 2000 }, (_, n) => `"k${n}":1`).join(',')
    const many = await post(`{${keys}}`)
    expect(many.status).toBe(400)
    const fields = Array.from({ length: 5000 }, (_, n) => `k${n}=1`).join('&')
    const crowd = await portal.ask('POST', `${portal.base}login`, {
      body: fields,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...page },
    })
    expect([422, 413]).toContain(crowd.status)
  })

  test('case 29: no input makes a pattern run for long', async () => {
    const slow: Record<string, string> = {
      fullName: `${'Aa '.repeat(20_000)}1`,
      email: `${'a.'.repeat(120)}@${'a-'.repeat(5)}!`,
      mobile: `${'- '.repeat(20_000)}x`,
      password: `${'aA'.repeat(90)}`,
      otp: '1'.repeat(60_000),
      userId: `${'a'.repeat(250)}@${'b'.repeat(1000)}`,
    }
    const started = performance.now()
    for (const [name, value] of Object.entries(slow)) {
      await portal.api('POST', calls.register, { ...ravi, [name]: value })
      await portal.api('POST', calls.login, { userId: value, password: value, otp: value })
      await portal.api('POST', calls.forgot, { userId: value })
    }
    for (const text of ['a'.repeat(20_000), `${'a@'.repeat(10_000)}`, '9'.repeat(20_000), '1:2:'.repeat(5000)]) {
      withoutPersonalData(text)
      shortAddress(text)
      deviceLabel(text)
    }
    for (const value of ['x'.repeat(10_000), ' '.repeat(10_000), 'mr,'.repeat(3000)]) {
      await portal.api(
        'POST',
        calls.login,
        {},
        { headers: { 'accept-language': value, authorization: `Bearer ${value}`, accept: value } },
      )
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('case 29: fields outside the contract change nothing', async () => {
    portal.clock.advance(seconds(31))
    const told = { ...ravi, emailVerifiedAt: 1, userId: 'ML24000001', id: 1, ssoSubject: 'x', role: 'admin' }
    expect((await portal.api('POST', calls.register, told)).status).toBe(400)
    const form = await browser(portal).post('registration', { ...ravi, consent: 'true', userId: 'ML24000001' })
    expect(form.status).toBe(422)
  })
})
