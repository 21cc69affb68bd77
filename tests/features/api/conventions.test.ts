import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atDesk } from '#tests/support/desk.ts'
import { asha, browser, calls, openPortal, ravi, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

const marathi = /[\u0900-\u097F]/
const page = { accept: 'text/html,application/xhtml+xml' }

let portal: TestPortal
let token: string
let cookies: Record<string, string>

beforeAll(async () => {
  portal = await openPortal({ slugs: ['mbale', 'scd'], shared: true, isBuilt: true })
  ;({ token, cookies } = await signIn(portal))
})
afterAll(() => portal.close())

describe('the language of an answer', () => {
  const said = async (headers: Record<string, string>, lang?: string) =>
    (
      await portal.api(
        'POST',
        calls.login,
        { userId: 'ML24999999', password: 'x' },
        {
          headers,
          cookies: lang ? { mbale_lang: lang } : {},
        },
      )
    ).body.message

  test('is English unless the request asks for another', async () => {
    for (const headers of [
      {},
      { 'accept-language': 'en-IN,mr;q=0.5' },
      { 'accept-language': 'fr' },
      { 'accept-language': '' },
    ]) {
      expect(await said(headers as never)).not.toMatch(marathi)
    }
  })

  test('is Marathi where Accept-Language puts it first', async () => {
    for (const header of ['mr', 'mr-IN,en;q=0.8', 'MR'])
      expect(await said({ 'accept-language': header })).toMatch(marathi)
  })

  test('follows the language cookie first, if its language is one of ours', async () => {
    expect(await said({ 'accept-language': 'mr' }, 'en')).not.toMatch(marathi)
    expect(await said({ 'accept-language': 'en' }, 'mr')).toMatch(marathi)
    expect(await said({ 'accept-language': 'mr' }, 'xx')).toMatch(marathi)
  })

  test('follows ?lang= on pages, else the cookie, else English: Accept-Language does not count', async () => {
    const headers = { ...page, 'accept-language': 'mr' }
    expect(viewOf(await portal.ask('GET', `${portal.base}contactus`, { headers })).language).toBe('en')
    const screen = browser(portal)
    expect(viewOf(await screen.get('contactus?lang=mr')).language).toBe('mr')
    expect(viewOf(await screen.get('contactus')).language).toBe('mr')
    expect(viewOf(await screen.get('contactus?lang=xx')).language).toBe('mr')
    expect(viewOf(await screen.get('contactus?lang=en')).language).toBe('en')
  })

  test('sets the language of messages once a candidate chooses it', async () => {
    const other = await openPortal()
    const { cookies: jar } = await signIn(other)
    await browser(other, jar).get('dashboard?lang=mr')
    await other.api('POST', calls.forgot, { userId: asha.mobile })
    await other.services.messages.deliverDue()
    expect(other.box.sent.at(-1)).toMatchObject({ template: 'recovery-otp', language: 'mr' })
  })
})

describe('the envelope', () => {
  test('of a success is message and data, and of a failure message, code and perhaps errors', async () => {
    const good = await portal.api('POST', calls.userDetails, undefined, { token })
    expect(Object.keys(good.body).sort()).toEqual(['data', 'message'])
    const faulty = await portal.api('POST', calls.login, {})
    expect(faulty.body).toEqual({
      message: expect.any(String),
      code: 'malformed',
      errors: [
        { field: 'userId', code: 'userId.required', message: expect.any(String) },
        { field: 'password', code: 'loginPassword.required', message: expect.any(String) },
      ],
    })
    const refused = await portal.api('POST', calls.userDetails)
    expect(Object.keys(refused.body).sort()).toEqual(['code', 'message'])
  })

  test('is JSON in UTF-8', async () => {
    const { headers } = await portal.api('POST', calls.userDetails, undefined, { token })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('accepts an empty body or none for a call without input, and no field', async () => {
    for (const call of [calls.details, calls.userDetails]) {
      expect((await portal.api('POST', call, undefined, { token })).status).toBe(200)
      expect((await portal.api('POST', call, {}, { token })).status).toBe(200)
      const more = await portal.api('POST', call, { id: 2 }, { token })
      expect([more.status, more.body.errors[0].code]).toEqual([400, 'unknown-field'])
    }
  })

  test('ignores the header that skips a tunnel warning and others that clients send', async () => {
    const headers = {
      'ngrok-skip-browser-warning': 'true',
      'bypass-tunnel-reminder': '1',
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': 'anything',
    }
    expect((await portal.api('POST', calls.userDetails, undefined, { token, headers })).status).toBe(200)
  })

  test('HEAD is answered where GET is', async () => {
    const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${origin}${portal.base}api/${calls.logins}`, { method: 'HEAD', headers })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

test('HEAD never performs an action, even where GET does', async () => {
  const acting = [calls.refresh, calls.whatsapp, 'discrepancyController/submitDiscrepancy'].map(
    (call) => `${portal.base}api/${call}`,
  )
  const { cookies } = await signIn(portal, { ...ravi, mobile: '8765432108', email: 'head@example.org' })
  const before = await portal.contents()
  for (const { url } of portal.routes().filter(({ method }) => method === 'GET')) {
    const address = `${url.replace(/:\w+/g, 'x').replace('*', 'x')}?lang=mr`
    const answer = await portal.ask('HEAD', address, { token, cookies, headers: { 'sec-fetch-site': 'same-origin' } })
    if (acting.includes(url))
      expect([url, answer.status, answer.headers.allow]).toEqual([url, 405, expect.stringMatching(/^GET/)])
    expect(answer.cookies.mbale_lang, url).toBeUndefined()
  }
  expect(await portal.contents()).toBe(before)
}, 180_000)

describe('an unknown address', () => {
  test('redirects a person who looks for a page home, also beneath the portal of another course', async () => {
    for (const [url, home] of [
      ['/nowhere', '/mbale/candidate/home'],
      ['/mbale', '/mbale/candidate/home'],
      ['/mbale/candidate/', '/mbale/candidate/home'],
      ['/mbale/candidate/Home', '/mbale/candidate/home'],
      ['/mbale/candidate/home/', '/mbale/candidate/home'],
      ['/mbale/candidate/login.php', '/mbale/candidate/home'],
      ['/scd/candidate/nowhere', '/scd/candidate/home'],
      ['/scd/cell', '/scd/cell/home'],
      ['/mbale/cell/', '/mbale/cell/home'],
      ['/mbale/cell///', '/mbale/cell/home'],
      ['/mbale/candidate/singleMsg', '/mbale/candidate/home'],
      ['/mbale/candidate/nowhere/%zz', '/mbale/candidate/home'],
      ['/scd', '/scd/candidate/home'],
      ['/SCD/candidate/home', '/scd/candidate/home'],
      ['//scd//candidate//home', '/scd/candidate/home'],
      ['/scd/cel/home', '/scd/candidate/home'],
      ['/scdx/cell/home', '/mbale/candidate/home'],
      ['/mbale/cells', '/mbale/candidate/home'],
      ['/Scd/Cell', '/scd/cell/home'],
      ['/scd//cell//', '/scd/cell/home'],
      ['/scd/cell/login', '/scd/cell/home'],
      ['/mbale/CELL/LOGIN', '/mbale/cell/home'],
    ] as const) {
      const answer = await portal.ask('GET', url, { headers: page })
      expect([url, answer.status, answer.headers.location]).toEqual([url, 302, home])
    }
  })

  test('at the desk says that there is no such page, and leads those who work there back to their desk', async () => {
    const cellBase = '/mbale/cell/'
    const desk = await atDesk(portal, 'so', 'astray')
    for (const path of ['nowhere', 'Homes', 'scrutiny/a/b/c/d', 'settings.php', 'Settings.PHP']) {
      const answer = await desk.get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).toContain('This page does not exist')
      expect(answer.text).toContain(`href="${cellBase}home"`)
      expect((await portal.ask('GET', `${cellBase}${path}`, { headers: page })).status, path).toBe(404)
    }
    for (const path of ['', 'login', 'login/']) expect((await desk.get(path)).headers.location).toBe(`${cellBase}home`)
    expect((await portal.ask('GET', `${cellBase}login/nobody`, { headers: page })).status).toBe(404)
  })

  test('of a page of the desk in other letters or with other slashes leads to that page, with what it asks for', async () => {
    for (const [url, meant] of [
      ['/MBALE/cell/home', '/mbale/cell/home'],
      ['/SCD/cell/home', '/scd/cell/home'],
      ['/mbale/Cell/home', '/mbale/cell/home'],
      ['/mbale/cell/Home', '/mbale/cell/home'],
      ['/mbale/cell/home/', '/mbale/cell/home'],
      ['/mbale//cell/settings', '/mbale/cell/settings'],
      ['/MBALE/CELL/Audit?q=Deepa%20K&page=2', '/mbale/cell/audit?q=Deepa+K&page=2'],
      ['/Mbale/cell/Login/Admin', '/mbale/cell/login/admin'],
      ['/Scd/Cell/SCRUTINY/ML24100001', '/scd/cell/scrutiny/ML24100001'],
      ['/mbale/cell/Scrutiny/%2F%2Fevil.example', '/mbale/cell/scrutiny/evil.example'],
    ] as const) {
      const answer = await portal.ask('GET', url, { headers: page })
      expect([url, answer.status, answer.headers.location]).toEqual([url, 302, meant])
      expect((await portal.ask('POST', url, { headers: page })).status).not.toBe(302)
    }
  })

  test('never answers 200 itself, and leads only to addresses that do, or that ask for a login', async () => {
    const parts = ['mbale', 'scd', 'Scd', 'scdd', 'cell', 'cel', 'candidate', 'home', 'login', 'Dashboard', '', '.']
    const known = ['/scd/candidate/home', '/mbale/candidate/home', '/scd/candidate/login', '/mbale/candidate/login']
    for (const first of parts) {
      for (const second of parts) {
        for (const third of parts) {
          const url = `/${[first, second, third].join('/')}`
          if (known.includes(url)) continue
          const answer = await portal.ask('GET', url, { headers: page })
          expect([url, answer.status]).toEqual([url, expect.toSatisfy((status) => [302, 303, 404].includes(status))])
          if (answer.status === 404) expect([url, viewOf(answer).route]).toEqual([url, '_error'])
          else
            expect([url, answer.headers.location]).toEqual([
              url,
              expect.stringMatching(/^\/(mbale|scd)\/(candidate\/home|cell\/home|cell\/login\/admin\?next=)/),
            ])
        }
      }
    }
  })

  test('is judged in no time, however many slashes it has', async () => {
    const address = `/mbale/cell/${'/'.repeat(12_000)}x`
    await portal.ask('GET', address, { headers: page })
    const begun = performance.now()
    for (let n = 0; n < 10; n++) expect((await portal.ask('GET', address, { headers: page })).status).toBe(404)
    // A look at the rest of the address from every slash takes two seconds.
    expect(performance.now() - begun).toBeLessThan(1000)
  })

  test('is 404 in JSON for a call, in the requested language, whatever it accepts', async () => {
    for (const [language, accept] of [
      ['en', 'application/json'],
      ['mr', 'text/html'],
      ['mr', '*/*'],
    ] as const) {
      for (const call of [
        'nothing',
        'candidateLoginController/',
        'candidatelogincontroller/candidatelogin',
        'x%zz',
        '',
      ]) {
        const answer = await portal.ask('GET', `${portal.base}api/${call}`, {
          headers: { 'accept-language': language, accept },
        })
        expect([call, answer.status, answer.body.code]).toEqual([call, 404, 'unknown-address'])
        expect(marathi.test(answer.body.message)).toBe(language === 'mr')
      }
    }
  })

  test('is 404 for an asset, also for a browser that accepts anything', async () => {
    for (const accept of ['*/*', 'text/css,*/*;q=0.1', 'image/avif,*/*', 'text/html']) {
      for (const name of ['nothing.js', 'client-9z9z.js', 'fonts/x.woff2']) {
        const answer = await portal.ask('GET', `/assets/${name}`, { headers: { accept } })
        expect([name, answer.status]).toEqual([name, 404])
      }
    }
  })

  test('is 404 for every other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await portal.ask(method, '/mbale/candidate/nowhere', { headers: page })
      expect([method, answer.status, viewOf(answer).status]).toEqual([method, 404, 404])
    }
  })

  test('is the 404 page for a known page with an unknown parameter, in both languages', async () => {
    for (const language of ['en', 'mr']) {
      const answer = await portal.ask('GET', `${portal.base}singleMsg/4711`, {
        headers: page,
        cookies: { ...cookies, mbale_lang: language },
      })
      expect([answer.status, viewOf(answer).status, viewOf(answer).language]).toEqual([404, 404, language])
    }
  })
})

describe('an address with the wrong method', () => {
  test('is 405 with the allowed methods, for calls in JSON', async () => {
    for (const [method, call, allowed] of [
      ['GET', calls.login, 'POST'],
      ['DELETE', calls.login, 'POST'],
      ['POST', calls.logins, 'GET, HEAD'],
      ['PUT', calls.refresh, 'GET'],
      ['PATCH', calls.otp, 'POST'],
    ] as const) {
      for (const language of ['en', 'mr']) {
        const answer = await portal.ask(method, `${portal.base}api/${call}?x=1`, {
          headers: { 'accept-language': language, accept: 'text/html' },
        })
        expect([call, answer.status, answer.body.code, answer.headers.allow]).toEqual([
          call,
          405,
          'wrong-method',
          allowed,
        ])
        expect(marathi.test(answer.body.message)).toBe(language === 'mr')
      }
    }
  })

  test('is the 405 page for pages, in both languages', async () => {
    for (const [method, path] of [
      ['DELETE', 'home'],
      ['PUT', 'dashboard'],
      ['POST', 'contactus'],
      ['PATCH', 'singleMsg/1'],
      ['POST', 'version.json'],
      ['POST', 'ruleA.pdf'],
    ] as const) {
      for (const language of ['en', 'mr']) {
        const answer = await portal.ask(method, `${portal.base}${path}`, {
          headers: { ...page, 'sec-fetch-site': 'same-origin' },
          cookies: { mbale_lang: language },
        })
        expect([path, answer.status]).toEqual([path, 405])
        expect([viewOf(answer).status, viewOf(answer).language]).toEqual([405, language])
      }
    }
  })
})

describe('addresses beside the portals', () => {
  test('the root leads to the first portal', async () => {
    const answer = await portal.ask('GET', '/')
    expect([answer.status, answer.headers.location]).toEqual([302, '/mbale/candidate/home'])
  })

  test('/healthz says alive, and /readyz says if each part works', async () => {
    expect((await portal.ask('GET', '/healthz')).body).toEqual({ status: 'ok' })
    const { body } = await portal.ask('GET', '/readyz')
    expect(Object.keys(body.checks)).toEqual(['database', 'migrations', 'disk', 'outbox', 'jobs'])
    const other = await openPortal()
    other.services.isMigrated = () => false
    const ready = await other.ask('GET', '/readyz')
    expect([ready.status, ready.headers['cache-control'], ready.body.checks.migrations]).toEqual([
      503,
      'no-store',
      false,
    ])
  })

  test('/readyz notices an outbox that is not being emptied', async () => {
    const other = await openPortal()
    await other.services.messages.close() // as if delivery had stopped
    await other.api('POST', calls.register, asha)
    other.clock.advance(119_000)
    expect((await other.ask('GET', '/readyz')).body.checks.outbox).toBe(true)
    other.clock.advance(2_000)
    expect((await other.ask('GET', '/readyz')).body.checks.outbox).toBe(false)
  })

  test('/metrics counts requests by route, never by address, and the lags', async () => {
    await portal.ask('GET', '/mbale/candidate/singleMsg/asked-for-id?token=known-to-one', { headers: page })
    const { text, headers } = await portal.ask('GET', '/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/mbale\/candidate\/singleMsg\/:id",method="GET",status="3xx"\} \d/,
    )
    expect(text).toMatch(/^outbox_lag_seconds 0$/m)
    expect(text).toMatch(/^job_lag_seconds 0$/m)
    expect(text).toMatch(/process_cpu_seconds_total/)
    // Some milliseconds at least, since the test has kept the loop busy; it was 0 while gauges were read twice.
    expect(Number(/^nodejs_eventloop_lag_p99_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(0.001)
    // Codes of refusals are counted by their names, some of which speak of secrets.
    expect(text).not.toMatch(/asked-for-id|known-to-one/)
  })

  test('version.json gives the version of the whole server, whatever the timestamp', async () => {
    for (const slug of ['mbale', 'scd']) {
      const answer = await portal.ask('GET', `/${slug}/candidate/version.json?timestamp=1723112233445`)
      expect(answer.body).toEqual({ version: 'test' })
    }
  })
})

describe('the OpenAPI document', () => {
  type Operation = {
    summary?: string
    security?: unknown[]
    requestBody?: { required?: boolean; content: Record<string, { schema: Record<string, unknown> }> }
    responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
  }
  const read = async (base = portal.base) =>
    (await portal.ask('GET', `${base}api/openapi.json`)).body as {
      openapi: string
      info: { title: string }
      paths: Record<string, Record<string, Operation>>
      components: { securitySchemes: object }
    }

  test('is 3.1 and covers only its portal', async () => {
    for (const slug of ['mbale', 'scd']) {
      const { openapi, paths } = await read(`/${slug}/candidate/`)
      expect(openapi).toMatch(/^3\.1\./)
      expect(Object.keys(paths).every((path) => path.startsWith(`/${slug}/candidate/api/`))).toBe(true)
    }
  })

  test('lists every call of the server, with a summary, a body if it takes one, and every answer', async () => {
    const { paths, components } = await read()
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const taken = portal
      .routes()
      .filter(({ method, url }) => method !== 'HEAD' && /^\/mbale\/candidate\/api\/(?!docs|openapi)/.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(listed.sort()).toEqual(taken.sort())
    expect(listed.length).toBeGreaterThanOrEqual(17)
    expect(components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } })

    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        expect(operation.summary, path).toBeTruthy()
        const statuses = Object.keys(operation.responses)
        expect(statuses, path).toEqual(expect.arrayContaining([expect.stringMatching(/^20[012]$/), '4XX', '5XX']))
        for (const [status, { content }] of Object.entries(operation.responses)) {
          // An answer that is not JSON is a file.
          if (content && !content['application/json'] && /^2/.test(status)) continue
          const schema = content?.['application/json']?.schema as { properties: object; required: string[] }
          expect(Object.keys(schema.properties), `${path} ${status}`).toEqual(
            expect.arrayContaining(/^2/.test(status) ? ['message', 'data'] : ['message', 'code', 'errors']),
          )
        }
        if (method === 'get') expect(operation.requestBody, path).toBeUndefined()
        const body = operation.requestBody?.content['application/json']?.schema
        if (body) expect(body, path).toMatchObject({ type: 'object', additionalProperties: false })
      }
    }
  })

  test('marks the calls that need a bearer: exactly those that answer 401 without one', async () => {
    const { paths } = await read()
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (/candidateLogin$|ssologin|refreshToken|webhook/.test(path)) continue
        const { status } = await portal.ask(method.toUpperCase() as 'POST', path, method === 'post' ? { body: {} } : {})
        expect([path, status === 401]).toEqual([path, security!.length > 0])
      }
    }
  })

  test('contains no internal words, no example of a person, and no other route', async () => {
    const text = JSON.stringify(await read())
    for (const word of ['"fault"', '"tidy"', '"multiline"', '~kind', '$id']) expect(text).not.toContain(word)
    expect(text).not.toMatch(/healthz|metrics|demo|candidate\/home/)
  })

  test('states the schemas that the server applies to answers: a login’s 200 and 202', async () => {
    const { paths } = await read()
    const login = paths[`${portal.base}api/${calls.login}`]!.post!
    expect(Object.keys(login.responses)).toEqual(['200', '202', '4XX', '5XX'])
    expect(login.requestBody!.content['application/json']!.schema.required).toEqual(['userId', 'password'])
  })

  test('lists the parts of a call with files', async () => {
    const { paths } = await read()
    const bodyOf = (call: string) =>
      paths[`${portal.base}api/${call}`]!.post!.requestBody!.content['multipart/form-data']!.schema as {
        required: string[]
        properties: Record<string, object>
      }
    expect(bodyOf('documents').required).toEqual(['kind', 'file'])
    expect(bodyOf('documents').properties.file).toMatchObject({ maxItems: 10, items: { format: 'binary' } })
    expect(bodyOf('uploadcgpacertificate').required).toEqual(['cgpa', 'scale', 'percentage', 'file'])
    expect(bodyOf('certificates').required).toEqual(['kind', 'file'])
  })

  test('is readable as a page', async () => {
    const answer = await portal.ask('GET', `${portal.base}api/docs`, { headers: page })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('candidateLoginController/candidateLogin')
  })
})
