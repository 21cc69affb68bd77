import { describe, expect, test } from 'vitest'
import { personaPassword, personas } from '#server/demo/personas.ts'
import { staffPersonas } from '#server/demo/staff-personas.ts'
import { demoStore } from '#server/demo/store.ts'
import { deskOf } from '#server/domain/desk/desks.ts'
import type { View } from '#server/domain/site/view.ts'
import { days, hours, ist } from '#server/kernel/time.ts'
import { asha, browser, calls, openPortal, register, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

const openDemo = () => openPortal({ mode: 'demo', slugs: ['mbale', 'scd'] })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const move = (portal: TestPortal, to: object, headers: Record<string, string> = {}) =>
  portal.ask('POST', '/demo/clock', { body: to, headers })

const addresses = [
  ['GET', '/demo'],
  ['GET', '/demo/personas.json'],
  ['GET', '/demo/outbox.json'],
  ['GET', '/demo/clock.json'],
  ['GET', '/demo/books.json'],
  ['POST', '/demo/clock'],
  ['POST', '/demo/tour'],
  ['POST', '/demo/login'],
  ['POST', '/demo/jobs'],
] as const

describe('in live mode', () => {
  test('has no demo: its addresses are unknown', async () => {
    const portal = await openPortal()
    await register(portal)
    const before = await portal.contents()
    expect(portal.routes().some(({ url }) => url.startsWith('/demo'))).toBe(false)
    for (const [method, url] of addresses) {
      const body = { course: 'mbale', key: 'new', phase: 'closed' }
      const person = await portal.ask(method, url, {
        headers: { accept: 'text/html' },
        ...(method === 'POST' && { body }),
      })
      if (method === 'GET')
        expect([url, person.status, person.headers.location]).toEqual([url, 302, '/mbale/candidate/home'])
      else expect([url, person.status]).toEqual([url, 404])
      const program = await portal.ask(method, url, { headers: { accept: 'application/json' } })
      expect([url, program.status]).toEqual([url, 404])
      expect(person.headers['set-cookie']).toBeUndefined()
      const kinds: Record<string, string>[] = [{}, { accept: '*/*' }]
      for (const headers of kinds)
        if (url.endsWith('.json')) expect([url, (await portal.ask('GET', url, { headers })).status]).toEqual([url, 404])
    }
    expect(await portal.contents()).toBe(before)
  })

  test('no page shows a ribbon, a persona or their password', async () => {
    const portal = await openPortal()
    for (const route of ['home', 'login', 'registration']) {
      expect((await browser(portal).get(route)).text).not.toMatch(/Demo1234|\/demo\b|"demo":\{/)
    }
  })
})

describe('in a demo', () => {
  test('everything under /demo is private to the moment: no cache stores it', async () => {
    const portal = await openDemo()
    for (const [method, url] of addresses) {
      const { headers } = await portal.ask(method, url, { headers: { accept: '*/*' } })
      expect([url, headers['cache-control']]).toEqual([url, expect.stringContaining('no-store')])
    }
  })

  test('the personas are listed in the requested language, and each logs in with the password shown', async () => {
    const portal = await openDemo()
    const { body } = await portal.ask('GET', '/demo/personas.json')
    expect(body).toHaveLength(personas.length + 2 * staffPersonas.length)
    for (const card of body) {
      expect(Object.keys(card).sort()).toEqual(['about', 'course', 'key', 'password', 'role', 'userId'])
      if (card.role !== 'candidate') continue
      const login = await portal.ask('POST', `/${card.course}/candidate/api/${calls.login}`, {
        body: { userId: card.userId, password: card.password },
      })
      expect([card.key, login.status]).toEqual([card.key, card.course === 'scd' ? 202 : 200])
    }
    const marathi = (await portal.ask('GET', '/demo/personas.json', { headers: { 'accept-language': 'mr' } })).body
    expect(marathi[0].about).toMatch(/[\u0900-\u097F]/)
  })

  test('one click logs a persona in and leads to their dashboard', async () => {
    const portal = await openDemo()
    for (const { course, key, fullName } of personas) {
      const screen = browser(portal)
      const login = await screen.post('/demo/login', { course, key })
      expect([key, login.status, login.headers.location]).toEqual([key, 303, `/${course}/candidate/dashboard`])
      expect(Object.keys(login.cookies)).toEqual([
        `${course}_session`,
        `${course}_refresh`,
        `${course}_device`,
        'XSRF-TOKEN',
      ])
      const dashboard = await screen.get(login.headers.location as string)
      expect([key, dashboard.status]).toEqual([key, 200])
      expect(dashboard.text).toContain(fullName.split(' ')[0])
    }
  })

  test('one click leads a member of staff to the menu of the desk, in each portal', async () => {
    const portal = await openDemo()
    for (const course of ['mbale', 'scd']) {
      for (const { key, fullName } of staffPersonas) {
        const screen = browser(portal)
        const login = await screen.post('/demo/login', { course, key })
        expect([key, login.status, login.headers.location]).toEqual([key, 303, `/${course}/cell/home`])
        const { [`${course}_desk`]: cookie } = login.cookies
        const home = await portal.ask('GET', `/${course}/cell/home`, { cookies: { [`${course}_desk`]: cookie! } })
        expect([key, home.status]).toEqual([key, 200])
        expect(home.text).toContain(fullName)
      }
    }
  })

  test('staff log in with the password shown, by the login of their desk', async () => {
    const portal = await openDemo()
    for (const { key, role } of staffPersonas) {
      const screen = browser(portal)
      const proof = { loginName: key, password: personaPassword }
      const login = await screen.post(`/mbale/cell/login/${deskOf(role)}`, proof)
      expect([key, login.status, login.headers.location]).toEqual([key, 303, '/mbale/cell/home'])
    }
  })

  test('a persona logs in through JSON too, and an unknown one gets 404', async () => {
    const portal = await openDemo()
    const known = await portal.ask('POST', '/demo/login', { body: { course: 'mbale', key: 'new' } })
    expect(known.status).toBe(303)
    const before = await portal.contents()
    for (const body of [
      {},
      { course: 'mbale' },
      { course: 'mbale', key: 'nobody' },
      { course: 'x', key: 'new' },
      { course: ['mbale'], key: 'new' },
      { course: 'mbale', key: { $ne: '' } },
      [],
      null,
    ]) {
      const answer = await portal.ask('POST', '/demo/login', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect([answer.status, answer.body.code, answer.cookies]).toEqual([404, 'unknown-persona', {}])
    }
    expect(await portal.contents()).toBe(before)
  })

  test('a stop of the tour signs in as its person, leads to its page, says what to do there, and is marked as seen', async () => {
    const portal = await openDemo()
    const screen = browser(portal)
    const first = await screen.post('/demo/tour', { stop: 'apply' })
    expect([first.status, first.headers.location, first.cookies.demo_seen]).toEqual([
      303,
      '/mbale/candidate/dashboard',
      'apply',
    ])
    const dashboard = await screen.get(first.headers.location as string)
    expect(dashboard.text).toContain('Stop 1: a form on its way.')
    expect(dashboard.text).toContain('Rohan')
    const third = await screen.post('/demo/tour', { stop: 'scrutinise' })
    expect(third.headers.location).toMatch(/^\/mbale\/cell\/scrutiny/)
    const marathi = await browser(portal, { mbale_lang: 'mr' }).post('/demo/tour', { stop: 'correct' })
    expect(marathi.cookies.mbale_lang).toBe('mr')
    const page = viewOf<View<{ stops: { name: string; isSeen: boolean }[] }>>(await screen.get('/demo')).data
    expect(page.stops.filter(({ isSeen }) => isSeen).map(({ name }) => name)).toEqual(['apply', 'scrutinise'])
  })

  test('a stop that is still to come moves the clock; one whose moment has passed, and an unknown one, are refused', async () => {
    const portal = await openDemo()
    const screen = browser(portal)
    const stopsAt = async (at: string) => {
      portal.clock.set(ist(at))
      return viewOf<View<{ stops: { name: string; state: string; at: number | null }[] }>>(await screen.get('/demo'))
        .data.stops
    }
    const begun = await stopsAt('2024-08-12 16:20')
    expect(begun.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'apply now',
      'correct now',
      'scrutinise now',
      'options later',
      'refund later',
      'check later',
      'release later',
      'seat later',
    ])
    expect(begun.find(({ name }) => name === 'release')!.at).toBe(ist('2024-08-27 18:00'))
    // Between the two registrations the next one is waited for.
    expect((await stopsAt('2024-08-20 10:00'))[0]).toMatchObject({ state: 'later', at: ist('2024-08-23 10:00') })
    // In the phase of a new demo the first six can be tried at once, in their order.
    expect((await stopsAt('2024-09-08 12:00')).map(({ state }) => state)).toEqual([
      ...Array(6).fill('now'),
      ...Array(2).fill('later'),
    ])
    expect((await stopsAt('2024-10-06 10:00')).map(({ state }) => state)).toEqual([
      'over',
      'over',
      'over',
      'over',
      'now',
      'now',
      'over',
      'over',
    ])
    const over = await portal.ask('POST', '/demo/tour', { body: { stop: 'seat' } })
    expect([over.status, over.body.code, over.cookies]).toEqual([409, 'demo-stop-over', {}])
    for (const stop of ['nonsense', 'constructor', ['seat'], { $ne: '' }, 7, null]) {
      const answer = await portal.ask('POST', '/demo/tour', { body: { stop } as never })
      expect([answer.status, answer.body.code, answer.cookies]).toEqual([404, 'unknown-stop', {}])
    }
  })

  test('a hostile mark of what was seen is read as nothing', async () => {
    const portal = await openDemo()
    const screen = browser(portal, { demo_seen: '<script>.__proto__.seat' })
    const { stops } = viewOf<View<{ stops: { name: string; isSeen: boolean }[] }>>(await screen.get('/demo')).data
    expect(stops.filter(({ isSeen }) => isSeen).map(({ name }) => name)).toEqual(['seat'])
  })

  test('people are found by name, state, role and Application ID, in either language, in the course that is asked for', async () => {
    const portal = await openDemo()
    const found = async (query: string) => {
      const { data } = viewOf<View<{ course: string; personas: { key: string }[]; courses: { count: number }[] }>>(
        await browser(portal).get(`/demo?${query}`),
      )
      return { ...data, keys: data.personas.map(({ key }) => key) }
    }
    const everybody = await found('')
    expect(everybody.course).toBe('mbale')
    expect(everybody.keys).toContain('admin-2')
    expect((await found('q=sneha+jadhav')).keys).toEqual(['reverted'])
    expect((await found(`q=${encodeURIComponent('छाननी अधिकारी')}`)).keys).toContain('so')
    expect((await found('q=institute&course=scd')).keys).toContain('institute')
    const none = await found(`q=${encodeURIComponent('<script>')}&course=atlantis`)
    expect([none.course, none.keys, none.courses.map(({ count }) => count)]).toEqual(['mbale', [], [0, 0]])
    expect((await found('q=a&q=b')).course).toBe('mbale')
  })

  test('the outbox shows every message, newest first, with its OTP, for one recipient if requested', async () => {
    const portal = await openDemo()
    await portal.api('POST', calls.register, asha)
    const otp = await portal.otpFor(asha.mobile)
    const [message] = (await portal.ask('GET', `/demo/outbox.json?to=${asha.mobile}`)).body
    expect(message).toMatchObject({
      id: expect.any(Number),
      course: 'mbale',
      channel: 'sms',
      to: asha.mobile,
      template: 'registration-otp',
      language: 'en',
      text: expect.stringContaining(otp),
      otp,
      at: new Date(portal.clock.real()).toISOString(),
    })
    expect((await portal.ask('GET', '/demo/outbox.json?to=9000000000')).body).toEqual([])
    expect((await portal.ask('GET', '/demo/outbox.json?to=a&to=b')).status).toBe(200)
    portal.clock.advance(hours(1))
    await portal.ask('POST', `/scd/candidate/api/${calls.register}`, { body: { ...asha, mobile: '7000000001' } })
    const all = (await portal.ask('GET', '/demo/outbox.json')).body
    expect(all.slice(0, 2).map(({ course }: { course: string }) => course)).toEqual(['scd', 'mbale'])
  })

  test('the clock shows the time of the portal and the phase', async () => {
    const portal = await openPortal({ mode: 'demo', at: ist('2024-08-12 16:20') })
    expect((await portal.ask('GET', '/demo/clock.json')).body).toEqual({
      now: '2024-08-12T10:50:00.000Z',
      phase: 'registration',
    })
  })

  test('the clock moves forward, and everything that comes due on the way is done before the answer', async () => {
    const portal = await openDemo()
    const { token } = await signIn(portal)
    const mobile = '7654321098'
    await portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile }, { token })
    const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
    await portal.api('POST', calls.mobile, proof, { token })
    const at = new Date(portal.clock.portal() + days(1)).toISOString()
    const moved = await move(portal, { at })
    expect([moved.status, moved.body]).toEqual([200, { now: at, phase: expect.any(String) }])
    expect((await portal.ask('GET', '/demo/clock.json')).body.now).toBe(at)
    // The 24 hours of a change of mobile run on real time, which a demo does not move.
    expect((await portal.api('POST', calls.userDetails, undefined, { token })).status).toBe(200)
  })

  test('an impatient second press changes nothing, while the clock moves and afterwards', async () => {
    const portal = await openDemo()
    const at = new Date(portal.clock.portal() + hours(2)).toISOString()
    const presses = await Promise.all([move(portal, { at }), move(portal, { at })])
    const moved = { now: at, phase: expect.any(String) }
    expect(presses.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, moved]))
    portal.clock.advance(1)
    expect((await move(portal, { at })).status).toBe(200)
    expect(portal.clock.portal()).toBe(Date.parse(at) + 1)
  })

  test('it does not move backwards: 409, and it stays where it is', async () => {
    const portal = await openDemo()
    const before = portal.clock.portal()
    const back = await move(portal, { at: new Date(before - 1).toISOString() })
    expect([back.status, back.body.code]).toEqual([409, 'demo-clock-back'])
    expect(portal.clock.portal()).toBe(before)
    await move(portal, { at: '2024-08-20T12:00:00+05:30' })
    const earlier = await move(portal, { phase: 'registration' })
    expect([earlier.status, earlier.body.code]).toEqual([409, 'demo-clock-back'])
  })

  test('an impossible request brings the page back with the reason', async () => {
    const portal = await openDemo()
    const at = new Date(portal.clock.portal() - 1).toISOString()
    const headers = { ...form, ...browser, accept: 'text/html' }
    const refused = await portal.ask('POST', '/demo/clock', { body: new URLSearchParams({ at }).toString(), headers })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The demo&#x27;s clock only goes forward.')
  })

  test('an unknown phase and a malformed time get 422', async () => {
    const portal = await openDemo()
    const before = portal.clock.portal()
    for (const [body, code] of [
      [{ phase: 'nonsense' }, 'unknown-phase'],
      [{ phase: 'constructor' }, 'unknown-phase'],
      [{ at: 'tomorrow' }, 'unknown-instant'],
      [{ at: '' }, 'unknown-instant'],
      [{}, 'unknown-instant'],
      [{ at: 42 }, 'unknown-instant'],
      [{ at: '+275760-09-13T00:00:00.001Z' }, 'unknown-instant'],
    ] as const) {
      const answer = await move(portal, body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 422, code])
    }
    expect(portal.clock.portal()).toBe(before)
  })

  test('every database remembers the time of the clock', async () => {
    const portal = await openDemo()
    await move(portal, { at: '2024-08-13T00:00:00.000Z' })
    for (const { db } of portal.portals) expect(demoStore(db).clock()).toBe(Date.parse('2024-08-13T00:00:00Z'))
  })

  test('the jobs run on request, and the answer comes after they have run', async () => {
    const portal = await openDemo()
    await portal.api('POST', calls.register, asha)
    const answer = await portal.ask('POST', '/demo/jobs')
    expect([answer.status, answer.body]).toEqual([
      200,
      { done: true, took: expect.objectContaining({ outbox: expect.any(Number) }) },
    ])
    expect(portal.box.sent.some(({ to }) => to === asha.mobile)).toBe(true)
    const rows = portal.services.db.sqlite.prepare("SELECT count(*) AS rows FROM outbox WHERE state = 'waiting'").get()
    expect(rows).toEqual({ rows: 0 })
  })

  test('forms of the page return to it; their faults appear there or in JSON, never as 500', async () => {
    const portal = await openDemo()
    const screen = browser(portal)
    expect((await screen.get('/demo')).text).toContain('Demo1234')
    expect((await screen.post('/demo/jobs')).headers.location).toBe('/demo')
    const later = new Date(portal.clock.portal() + hours(1)).toISOString()
    expect((await screen.post('/demo/clock', { at: later })).headers.location).toBe('/demo')
    for (const fields of [{ at: 'x' }, { phase: 'x' }, { at: ['a', 'b'] }, {}]) {
      const { status } = await screen.post('/demo/clock', fields as never)
      expect(status).toBeGreaterThanOrEqual(300)
      expect(status).toBeLessThan(500)
    }
  })

  test('another site can use none of it', async () => {
    const portal = await openDemo()
    const before = await portal.contents()
    const now = portal.clock.portal()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example.org' }]) {
      for (const [url, body] of [
        ['/demo/login', 'course=mbale&key=new'],
        ['/demo/clock', 'at=2030-01-01T00:00:00Z'],
        ['/demo/jobs', ''],
      ] as const) {
        const answer = await portal.ask('POST', url, { headers: { ...form, ...headers } as never, body })
        expect([url, answer.status, answer.body.code, answer.cookies]).toEqual([url, 403, 'other-site', {}])
      }
    }
    expect([await portal.contents(), portal.clock.portal()]).toEqual([before, now])
  })

  test('every page shows the ribbon', async () => {
    const portal = await openDemo()
    for (const route of ['home', 'login']) expect((await browser(portal).get(route)).text).toMatch(/"demo":\{"phase"/)
  })
})
