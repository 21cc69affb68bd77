import { expect, test } from 'vitest'
import { type Asking, createGate, type Gate } from '#server/http/overload.ts'
import { ist } from '#server/kernel/time.ts'
import { asha, browser, calls, openPortal, signIn, type TestPortal } from '#tests/support/portal.ts'

const visitors = 100
const registrants = 20

test('case 70: at the opening of registration a crowd is served, and everybody who was told so is registered', {
  timeout: 120_000,
}, async () => {
  // Given the last moment before registration opens
  const portal = await openPortal({ at: ist('2024-07-12 09:59') })
  const early = await portal.api('POST', calls.register, asha)
  expect(early.status).toBe(422)
  portal.clock.advance(60_000)

  // When a crowd comes at once, from many addresses
  const from = (n: number) => `10.0.${n >> 8}.${n & 255}`
  const pages = Array.from({ length: visitors }, (_, n) =>
    browser(portal, {}, from(n)).get(n % 2 ? 'registration' : 'home'),
  )
  const people = Array.from({ length: registrants }, (_, n) => {
    const number = String(n).padStart(2, '0')
    return { ...asha, mobile: `91000000${number}`, email: `person${number}@example.org` }
  })
  const asked = people.map((person, n) => portal.api('POST', calls.register, person, { ip: from(1000 + n) }))

  // Then every page is served, and every registration is answered
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(visitors).fill(200))
  const told = await Promise.all(asked)
  expect(told.map(({ status }) => status)).toEqual(Array(registrants).fill(200))

  // And everybody who proves the number has an account of their own
  const otps = await Promise.all(people.map(({ mobile }) => portal.otpFor(mobile)))
  const proved = await Promise.all(
    told.map(({ body }, n) =>
      portal.api(
        'POST',
        calls.verify,
        { registrationId: body.data.registrationId, otp: otps[n] },
        { ip: from(1000 + n) },
      ),
    ),
  )
  const userIds = proved.map(({ body }) => body.data.userId as string)
  expect(new Set(userIds).size).toBe(registrants)
  const kept = portal.services.db.sqlite.prepare('SELECT user_id FROM candidates ORDER BY user_id').pluck().all()
  expect(kept).toEqual([...userIds].sort())
})

/** A gate that has no room for these. */
function gateWithout(refused: ReadonlySet<Asking['as']>): Gate {
  return { enter: (asking, go) => go(refused.size === 0 || !refused.has(asking().as)) }
}

test('case 70: those for whom there is no room are told in both languages when to come back; payments always get in', async () => {
  const refused = new Set<Asking['as']>()
  const portal = await openPortal({ gate: gateWithout(refused) })
  const { cookies } = await signIn(portal)
  const candidate = browser(portal, cookies)
  const visitor = browser(portal)
  expect((await visitor.get('home')).status).toBe(200)
  const left = await signIn(portal, { ...asha, mobile: '9876500002', email: 'left@example.org' })
  const before = portal.rows()
  refused.add('visitor')

  // A visitor's page that has to be drawn, by a name that anybody can make up; and answers that are drawn elsewhere
  for (const anybody of [visitor, browser(portal, { mbale_session: 'x'.repeat(43), mbale_desk: 'y'.repeat(43) })]) {
    const { status, headers, text } = await anybody.get('login')
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
    const seconds = Number(headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThan(30)
    expect(text).toContain(
      `Nothing that you saved is lost, but this request was not carried out. Try again in ${seconds}`,
    )
    expect(text).toContain(`${seconds} सेकंदांनी पुन्हा प्रयत्न करा`)
  }
  for (const path of ['no-such-page', 'login/no-such-page', 'user_manual.pdf', 'assets/x'])
    expect((await portal.ask('POST', `${portal.base}${path}`)).status, path).toBe(503)
  expect((await portal.ask('GET', `${portal.base}user_manual.pdf`)).status).toBe(503)
  // A call: its failure in one language, and no trace
  const call = await portal.api(
    'POST',
    calls.register,
    { ...asha, mobile: '9100000099' },
    { headers: { 'accept-language': 'mr' } },
  )
  expect([call.status, call.body.code]).toEqual([503, 'overloaded'])
  expect(call.body.message).toContain(`${call.headers['retry-after']} सेकंदांनी`)
  expect(portal.rows()).toEqual(before)
  // What costs no more than a refusal, and those who come first
  expect((await visitor.get('home')).status).toBe(200)
  // Whose login has ended, or is made up, is a visitor like others
  await browser(portal, left.cookies).post('logout')
  for (const anybody of [left.cookies, { mbale_session: 'x'.repeat(43) }])
    expect((await browser(portal, { ...anybody, mbale_device: '' }).get('home')).status).toBe(200)
  expect((await candidate.get('dashboard')).status).toBe(200)
  // The first who asks for a page after its time draws it anew for all
  portal.clock.advance(11_000)
  for (let n = 0; n < 2; n++) expect((await visitor.get('home')).status).toBe(200)

  // When even they are too many, payments still get through
  refused.add('signed-in')
  expect((await candidate.get('dashboard')).status).toBe(503)
  expect((await candidate.get('payment')).status).not.toBe(503)
  const event = await portal.ask('POST', `${portal.base}api/payments/webhook/razorpay`, { body: {} })
  expect(event.status).not.toBe(503)

  refused.clear()
  expect((await visitor.get('login')).status).toBe(200)
})

test('case 70: whoever is refused with a form gets it back with what was typed, but for secrets', async () => {
  const refused = new Set<Asking['as']>()
  const portal = await openPortal({ gate: gateWithout(refused) })
  const typed = { userId: 'ML24100001"><b>', password: 'Passw0rd', note: 'आई & बाबा' }
  const post = (headers: Record<string, string>) =>
    portal.ask('POST', `${portal.base}login?next=${encodeURIComponent(`${portal.base}dashboard`)}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...typed, _csrf: 'its-token' }).toString(),
    })
  refused.add('visitor')
  const before = portal.rows()
  const { status, text } = await post({ 'sec-fetch-site': 'same-origin' })
  expect(status).toBe(503)
  expect(portal.rows()).toEqual(before)
  expect(text).toContain(`<form method="post" action="${portal.base}login?next=%2Fmbale%2Fcandidate%2Fdashboard">`)
  expect(text).toContain('name="userId" value="ML24100001&quot;&gt;&lt;b&gt;"')
  expect(text).toContain('name="note" value="आई &amp; बाबा"')
  expect(text).toContain('name="_csrf" value="its-token"')
  expect(text).not.toContain('Passw0rd')
  expect(text).toMatch(/Send again<\/span> · <span lang="mr">पुन्हा पाठवा/)
  // Script keeps its form, and shows the reason.
  const byScript = await post({ 'sec-fetch-site': 'same-origin', accept: 'application/vnd.pravesh.view+json' })
  expect([byScript.status, byScript.body.code]).toEqual([503, 'overloaded'])
  // Another site's form comes back from nobody.
  expect((await post({ 'sec-fetch-site': 'cross-site' })).text).not.toContain('<form')
})

test('case 70: a visitor who is refused, or acts after a wait, gets a number; nobody else is given a cookie for it', async () => {
  const refused = new Set<Asking['as']>(['visitor', 'signed-in'])
  const portal = await openPortal({ gate: gateWithout(refused) })
  const number = 'mbale_turn'
  const visitor = browser(portal)
  const { status, headers } = await visitor.get('login')
  expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
  const first = visitor.jar[number]
  expect(first).toBeTruthy()
  expect(String(headers['set-cookie'])).toMatch(
    /mbale_turn=[^;]+; Max-Age=3600; Path=\/mbale\/; HttpOnly; Secure; SameSite=Lax/,
  )
  // It brings its number, and keeps it.
  await visitor.get('login')
  expect(visitor.jar[number]).toBe(first)
  // A forged one is replaced.
  const forger = browser(portal, { [number]: 'x'.repeat(80) })
  await forger.get('login')
  expect(forger.jar[number]).not.toBe('x'.repeat(80))
  refused.clear()
  const { cookies } = await signIn(portal)
  refused.add('payment')
  const reader = browser(portal)
  expect((await reader.get('home')).status).toBe(200)
  expect((await reader.get('login')).status).toBe(200)
  expect(reader.jar[number]).toBeUndefined()
  await reader.post('login', { userId: 'nobody', password: 'nothing' })
  expect(reader.jar[number]).toBeTruthy()
  refused.add('signed-in')
  for (const known of [cookies, { mbale_device: cookies.mbale_device! }]) {
    const person = browser(portal, known)
    expect((await person.get('login?next=/mbale/candidate/fee')).status).toBe(503)
    expect(person.jar[number]).toBeUndefined()
  }
  // A mark of a device counts only if it is not made up.
  const [id, nonce] = cookies.mbale_device!.split('.')
  refused.add('visitor')
  const made = browser(portal, { mbale_device: `${id}.${nonce}.${'x'.repeat(43)}` })
  await made.get('login?next=/x')
  expect(made.jar[number]).toBeTruthy()
})

/** The answers to all of these, in the order in which they came: names, and the statuses of each name. */
async function inOrder(asked: Iterable<[name: string, answer: Promise<{ status: number }>]>) {
  const order: string[] = []
  const statuses = new Map<string, number>()
  await Promise.all(
    [...asked].map(async ([name, answer]) => {
      statuses.set(name, (await answer).status)
      order.push(name)
    }),
  )
  return { order, statuses }
}

/** Numbers that the portal itself gave to somebody who acts a hundred times at once from one address. */
async function numbersOf(portal: TestPortal, ip: string): Promise<string[]> {
  const browsers = Array.from({ length: 100 }, () => browser(portal, {}, ip))
  await Promise.all(browsers.map((one) => one.post('login', { userId: 'nobody', password: 'nothing' })))
  const given = new Set(browsers.map(({ jar }) => jar.mbale_turn).filter((number) => number !== undefined))
  expect(given.size).toBeGreaterThan(60)
  return [...given]
}

test.each([
  ['dashboards of one account from one address', 'session', 1],
  ['dashboards of one account from twenty addresses', 'session', 20],
  ['calls of one account', 'bearer', 1],
  ['its payment page', 'payment', 1],
  ['false cookies, each another one', 'false cookies', 1],
  ['false bearers, each another one', 'false bearers', 1],
  ['drawn pages of a visitor', 'visitor', 1],
  ['drawn pages with numbers that it was given, each another one', 'numbers', 1],
  ['drawn pages with one number, from twenty addresses', 'one number', 20],
  ['drawn pages with false numbers, each another one', 'false numbers', 1],
  ['drawn pages with marks of devices of one account, each another one', 'devices', 20],
])('case 86: %s, asked for 120 times at once, delay another person by a few', async (_, kind, addresses) => {
  const gate = createGate({ error: () => {}, warn: () => {} })
  const portal = await openPortal({ gate })
  const flooder = await signIn(portal)
  const other = await signIn(portal, { ...asha, mobile: '9876500001', email: 'ravi@example.org' })
  await browser(portal, other.cookies, '192.0.2.9').get('dashboard')
  const from = (n: number) => `10.9.0.${n % addresses}`
  const numbers = kind.includes('number') ? await numbersOf(portal, from(0)) : []
  const page = 'login?next=/mbale/candidate/dashboard'
  const pageWith = (cookies: Record<string, string>, n: number) => browser(portal, cookies, from(n)).get(page)
  const { mbale_device: mark } = flooder.cookies
  const floods: Record<string, (n: number) => Promise<{ status: number }>> = {
    session: (n) => browser(portal, flooder.cookies, from(n)).get('dashboard'),
    bearer: (n) => portal.api('GET', 'dues', undefined, { token: flooder.token, ip: from(n) }),
    payment: (n) => browser(portal, flooder.cookies, from(n)).get('payment'),
    'false cookies': (n) => browser(portal, { mbale_session: `${n}`.padStart(43, 'x') }, from(n)).get('dashboard'),
    'false bearers': (n) => portal.api('GET', 'dues', undefined, { token: `${n}`.padStart(43, 'x'), ip: from(n) }),
    visitor: (n) => pageWith({}, n),
    numbers: (n) => pageWith({ mbale_turn: numbers[n % numbers.length]! }, n),
    'one number': (n) => pageWith({ mbale_turn: numbers[0]! }, n),
    'false numbers': (n) => pageWith({ mbale_turn: `${n}`.padStart(80, 'x') }, n),
    devices: (n) => pageWith({ mbale_device: mark! }, n),
  }
  const asked = [
    ...Array.from({ length: 120 }, (_, n) => [`flood ${n}`, floods[kind]!(n)] as [string, Promise<{ status: number }>]),
    ['dashboard', browser(portal, other.cookies, '192.0.2.9').get('dashboard')] as [
      string,
      Promise<{ status: number }>,
    ],
    ['call', portal.api('GET', 'dues', undefined, { token: other.token, ip: '192.0.2.9' })] as [
      string,
      Promise<{ status: number }>,
    ],
    ['page', browser(portal, {}, '192.0.2.8').get('login?next=/x')] as [string, Promise<{ status: number }>],
  ]
  const { order, statuses } = await inOrder(asked)
  gate.stop()
  for (const name of ['dashboard', 'call', 'page']) {
    expect(statuses.get(name), name).toBe(200)
    expect(order.indexOf(name), name).toBeLessThan(60)
  }
})
