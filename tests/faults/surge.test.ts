import { expect, test } from 'vitest'
import type { Asking, Gate } from '../../server/http/overload'
import { ist } from '../../server/kernel/time'
import { asha, browser, calls, openPortal, signIn } from '../support/portal'

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

test('case 70: under full load visitors are told in both languages when to come back, and those who are signed in are served', async () => {
  /** Those for whom there is no room. */
  const refused = new Set<Asking>()
  const gate: Gate = { isFull: () => refused.size > 0, enter: (asking, go) => go(!refused.has(asking())) }
  const portal = await openPortal({ gate })
  const { cookies } = await signIn(portal)
  const candidate = browser(portal, cookies)
  const visitor = browser(portal)
  expect((await visitor.get('home')).status).toBe(200)
  const before = portal.rows()
  refused.add('visitor')

  // A visitor's page that has to be drawn, by a name that anybody can make up
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
