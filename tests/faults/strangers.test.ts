import argon2 from '@node-rs/argon2'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { otpLimits, recoveryLimits } from '#server/courses/stranger-limits.ts'

import { matchTotp, newTotpSecret, totpCode } from '#server/features/desk/staff/totp.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import {
  type Answer,
  asha,
  browser,
  type Caller,
  calls,
  logIn,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'

afterEach(() => void vi.restoreAllMocks())

const near = '198.51.100.7'
const far = '203.0.113.9'
const login = (portal: TestPortal, userId: string, password: string, from: Caller = {}) =>
  portal.api('POST', calls.login, { userId, password }, from)
const forgot = (portal: TestPortal, userId: string, from: Caller = {}) =>
  portal.api('POST', calls.forgot, { userId }, from)
const recover = (portal: TestPortal, recoveryId: string, otp: string, more: object = {}, from: Caller = {}) =>
  portal.api(
    'POST',
    calls.recover,
    { recoveryId, otp, password: 'NewPass1', confirmPassword: 'NewPass1', ...more },
    from,
  )
const nobody = (n: number) => `70000${String(n).padStart(5, '0')}`
const told = ({ status, body, headers }: Answer) => [status, body.code, headers['retry-after']]

describe('case 78: one network floods the hashing', () => {
  test('case 78: a login from another network passes the queue of a flood', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const checked: string[] = []
    const verify = argon2.verify
    vi.spyOn(argon2, 'verify').mockImplementation((hash, password, ...rest) => {
      checked.push(String(password))
      return verify(hash, password, ...rest)
    })
    const flood = Array.from({ length: 150 }, (_, n) => login(portal, nobody(n), 'Flood000', { ip: near }))
    await vi.waitFor(() => expect(checked.length).toBeGreaterThan(0))
    const before = checked.length
    const owner = await login(portal, userId, asha.password, { ip: far })
    expect(owner.status).toBe(200)
    const waited = checked.indexOf(asha.password) - before
    expect(waited).toBeLessThan(20)
    await Promise.all(flood)
    expect(checked.length).toBe(151)
  })

  test('case 78: a recovery without a valid reference and OTP computes no hash', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const { recoveryId } = (await forgot(portal, userId)).body.data
    const hash = vi.spyOn(argon2, 'hash')
    expect((await recover(portal, 'x'.repeat(32), '000000')).body.code).toBe('recovery-unknown')
    const otp = await portal.otpFor(asha.mobile)
    const wrong = otp === '000000' ? '000001' : '000000'
    expect((await recover(portal, recoveryId, wrong)).body.code).toBe('otp-wrong')
    expect(hash).not.toHaveBeenCalled()
    expect((await recover(portal, recoveryId, otp)).status).toBe(200)
    expect(hash).toHaveBeenCalledTimes(1)
  })

  test('case 78: an owner on a known device does not wait behind a flood from the same network', async () => {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal)
    const checked: string[] = []
    const verify = argon2.verify
    vi.spyOn(argon2, 'verify').mockImplementation((hash, password, ...rest) => {
      checked.push(String(password))
      return verify(hash, password, ...rest)
    })
    const flood = Array.from({ length: 230 }, (_, n) => login(portal, nobody(n), 'Flood000', { ip: near }))
    await vi.waitFor(() => expect(checked.length).toBeGreaterThan(0))
    const before = checked.length
    const from = { ip: near, cookies: { mbale_device: cookies.mbale_device! } }
    expect((await login(portal, userId, asha.password, from)).status).toBe(200)
    expect(checked.indexOf(asha.password) - before).toBeLessThan(20)
    const full = (await Promise.all(flood)).filter(({ status }) => status === 429)
    expect(full.length).toBeGreaterThan(0)
    for (const { body, headers } of full) {
      expect(body.code).toBe('network-hashing')
      expect(body.message).toContain(`${headers['retry-after']} seconds`)
    }
  })
})

describe('case 79: recovery has budgets', () => {
  const tight = (more: Partial<typeof recoveryLimits>) => ({ recoveryLimits: { ...recoveryLimits, ...more } })

  test('case 79: a network that requests OTP after OTP must wait, and others are served', async () => {
    const portal = await openPortal({ course: tight({ sendsPerNetworkHourly: 3 }) })
    for (let n = 0; n < 3; n++) expect((await forgot(portal, nobody(n), { ip: near })).status).toBe(200)
    portal.clock.advance(minutes(20))
    const fourth = await forgot(portal, nobody(3), { ip: near })
    expect(told(fourth)).toEqual([429, 'network-busy', '2400'])
    expect(fourth.body.message).toContain('40 minutes')
    expect((await forgot(portal, nobody(4), { ip: far })).status).toBe(200)
    portal.clock.advance(minutes(40))
    expect((await forgot(portal, nobody(5), { ip: near })).status).toBe(200)
  })

  test('case 79: the networks of one IPv6 site share a budget', async () => {
    const portal = await openPortal({ course: tight({ sendsPerNetworkHourly: 3 }) })
    const answers: number[] = []
    for (let n = 0; n < 5; n++) answers.push((await forgot(portal, nobody(n), { ip: `2001:db8:1:${n}::1` })).status)
    expect(answers).toEqual([200, 200, 200, 429, 429])
  })

  test('case 79: an owner on a known device recovers behind the busiest network', async () => {
    const portal = await openPortal({ course: tight({ sendsPerNetworkHourly: 1, wrongTriesPerNetworkHourly: 1 }) })
    const { userId, cookies } = await signIn(portal)
    const from = { ip: near, cookies: { mbale_device: cookies.mbale_device! } }
    const stranger = (await forgot(portal, nobody(0), { ip: near })).body.data.recoveryId
    await recover(portal, stranger, '000000', {}, { ip: near })
    expect(told(await recover(portal, stranger, '000000', {}, { ip: near }))[1]).toBe('network-guesses')
    const { recoveryId } = (await forgot(portal, userId, from)).body.data
    expect((await recover(portal, recoveryId, await portal.otpFor(asha.mobile), {}, from)).status).toBe(200)
  })

  test('case 79: wrong OTPs across many accounts exhaust the budget, after which the right one is refused too', async () => {
    const portal = await openPortal({ course: tight({ wrongTriesPerNetworkHourly: 6 }) })
    const userId = await register(portal)
    const { recoveryId } = (await forgot(portal, userId, { ip: near })).body.data
    const otp = await portal.otpFor(asha.mobile)
    for (let n = 0; n < 6; n++) {
      const other = (await forgot(portal, nobody(n), { ip: near })).body.data.recoveryId
      expect((await recover(portal, other, '000000', {}, { ip: near })).body.code).toBe('otp-wrong')
    }
    expect(told(await recover(portal, recoveryId, otp, {}, { ip: near }))).toEqual([429, 'network-guesses', '3600'])
    expect((await recover(portal, recoveryId, otp, {}, { ip: far })).status).toBe(200)
  })

  test('case 79: strangers have four OTPs an hour sent to a number, and its owner still gets one', async () => {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal)
    for (let n = 0; n < 20; n++) {
      await forgot(portal, userId, { ip: `203.0.113.${n}` })
      portal.clock.advance(seconds(31))
    }
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(4)
    await forgot(portal, userId, { cookies: { mbale_device: cookies.mbale_device! } })
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(5)
  })

  /** A portal whose breaker strangers have just opened with requests from many networks. */
  async function stormed() {
    const portal = await openPortal({ course: tight({ sendsPerTenMinutes: 5 }) })
    const userId = await register(portal)
    for (let n = 0; n < 6; n++) await forgot(portal, nobody(n), { ip: `203.0.113.${n}` })
    return { portal, userId }
  }

  test('case 79: beyond the budget of the portal the breaker opens, and the cell gets one message', async () => {
    const { portal } = await stormed()
    const { email } = portal.services.course.contact
    for (let n = 0; n < 5; n++) await forgot(portal, nobody(20 + n), { ip: `203.0.113.${n}` })
    expect(await portal.sentTo(email, 'recovery-alarm')).toBe(2) // in each language
    expect(portal.services.accounts.recoveryAlarm()).toBe(portal.clock.real() + hours(1))
    portal.clock.advance(hours(1))
    expect(portal.services.accounts.recoveryAlarm()).toBeNull()
  })

  test('case 79: wrong tries open the breaker as well', async () => {
    const portal = await openPortal({ course: tight({ wrongTriesPerTenMinutes: 3 }) })
    const { recoveryId } = (await forgot(portal, nobody(0))).body.data
    for (let n = 0; n < 4; n++) await recover(portal, recoveryId, '000000', {}, { ip: `203.0.113.${n}` })
    expect(portal.services.accounts.recoveryAlarm()).not.toBeNull()
  })

  test('case 79: while it is open the OTP does not suffice, and every recovery asks for the date of birth', async () => {
    const { portal, userId } = await stormed()
    portal.services.db.sqlite
      .prepare('INSERT INTO application_steps (candidate_id, step, version, answers) VALUES (1, 4, 1, ?)')
      .run(JSON.stringify({ dateOfBirth: '2001-05-31' }))
    const mine = (await forgot(portal, userId)).body.data.recoveryId
    const theirs = (await forgot(portal, nobody(9))).body.data.recoveryId
    const otp = await portal.otpFor(asha.mobile)
    for (const id of [mine, theirs]) {
      const asked = await recover(portal, id, otp)
      expect([asked.status, asked.body.errors[0].code]).toEqual([422, 'recoveryBirth.required'])
      const wrong = await recover(portal, id, otp, { birthDate: '2001-06-01' })
      expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
        422,
        'recovery-wrong',
        'The OTP or the date of birth is not right. You can try 4 more times.',
      ])
    }
    const wrongOtp = await recover(portal, mine, otp === '000000' ? '1' : '000000', { birthDate: '2001-05-31' })
    expect(wrongOtp.body.code).toBe('recovery-wrong')
    expect((await recover(portal, mine, otp, { birthDate: '2001-05-31' })).status).toBe(200)
    expect(await portal.sentTo(asha.email, 'recovery-link')).toBe(0)
  })

  test('case 79: an application without a date of birth proves its e-mail address instead', async () => {
    const { portal, userId } = await stormed()
    const { recoveryId } = (await forgot(portal, userId)).body.data
    const otp = await portal.otpFor(asha.mobile)
    expect(await portal.sentTo(asha.email, 'recovery-link')).toBe(1)
    expect((await recover(portal, recoveryId, otp)).body.errors[0].code).toBe('recoveryBirth.required')
    const link = await portal.linkFor(asha.email)
    expect((await browser(portal).post(link.pathname + link.search)).status).toBe(303)
    expect((await recover(portal, recoveryId, otp)).status).toBe(200)
  })

  test('case 79: the page asks for the date of birth only while the breaker is open', async () => {
    const { portal, userId } = await stormed()
    const screen = browser(portal)
    await screen.post('forgot-password', { userId })
    expect((await screen.get('forgot-otp-verify')).text).toContain('name="birthDate-day"')
    portal.clock.advance(minutes(61))
    await screen.post('forgot-password', { userId })
    expect((await screen.get('forgot-otp-verify')).text).not.toContain('name="birthDate-day"')
  })
})

describe('case 83: a bearer opens no page, and a cookie makes no call', () => {
  test('case 83: neither does so after the other has been used', async () => {
    const portal = await openPortal()
    const { token, cookies } = await signIn(portal)
    const cookie = cookies.mbale_session!
    const call = (bearer: string) => portal.api('POST', calls.userDetails, undefined, { token: bearer })
    const page = (session: string) => browser(portal, { mbale_session: session }).get('dashboard')
    expect([(await call(token)).status, (await page(cookie)).status]).toEqual([200, 200])
    expect((await page(token)).status).toBe(303)
    expect((await call(cookie)).status).toBe(401)
  })
})

describe('case 84: no answer reveals if an account exists', () => {
  test.each([
    ['by another spelling of a mobile', (mobile: string) => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`],
    ['by another spelling of a mobile', (mobile: string) => `0${mobile}`],
  ])('case 84: %s after ten wrong logins', async (_, spelling) => {
    const portal = await openPortal()
    await register(portal)
    const story = async (mobile: string) => {
      for (let n = 0; n < 10; n++) await login(portal, mobile, 'Wrong000', { ip: `203.0.113.${n}` })
      return (await login(portal, spelling(mobile), 'Wrong000', { ip: far })).status
    }
    expect(await story(asha.mobile)).toBe(await story('7000000000'))
  })

  test('case 84: two names of one account look like two names without an account', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const story = async (first: string, second: string) => {
      for (let n = 0; n < 10; n++) await login(portal, first, 'Wrong000', { ip: `203.0.113.${n}` })
      return (await login(portal, second, 'Wrong000', { ip: far })).status
    }
    expect(await story(asha.mobile, userId)).toBe(await story('7000000000', 'ML24999999'))
  })

  test('case 84: the tries left by two recoveries of one account reveal nothing', async () => {
    const portal = await openPortal()
    await register(portal)
    const story = async (names: string[]) => {
      const ids: string[] = []
      for (const name of names) ids.push((await forgot(portal, name)).body.data.recoveryId)
      const said: string[] = []
      for (const id of [...ids, ...ids, ids[0]!]) said.push((await recover(portal, id, '000000')).text)
      return said
    }
    expect(await story([asha.mobile, `+91 ${asha.mobile}`, asha.email])).toEqual(
      await story(['7000000000', '+91 7000000000', 'nobody@example.org']),
    )
  })

  test('case 84: a missing OTP does not reveal an address in use; only the right OTP does, for two addresses a day', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.services.db.sqlite.prepare('UPDATE candidates SET email_verified_at = 1').run()
    const stranger = { ...ravi, email: asha.email }
    const attempt = async () => {
      const { status, body } = await portal.api('POST', calls.register, stranger)
      if (status !== 200) return body.code
      const { registrationId } = body.data
      const otp = await portal.otpFor(stranger.mobile)
      return (await portal.api('POST', calls.verify, { registrationId, otp })).body.code
    }
    expect(await attempt()).toBe('already-registered')
    expect(await portal.sentTo(asha.email, 'registration-collision')).toBe(1)
    portal.clock.advance(minutes(1))
    expect(await attempt()).toBe('already-registered')
    portal.clock.advance(minutes(1))
    expect(await attempt()).toBe('too-often')
    expect(portal.rows().candidates).toBe(1)
  })
})

describe('case 85: wrong tries of a stranger', () => {
  test('case 85: wrong tries of a stranger do not use up an OTP', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const mine = (await forgot(portal, userId)).body.data.recoveryId
    const otp = await portal.otpFor(asha.mobile)
    const theirs = (await forgot(portal, asha.mobile, { ip: far })).body.data.recoveryId
    for (let n = 0; n < 6; n++) await recover(portal, theirs, '000000', {}, { ip: far })
    expect((await recover(portal, mine, otp)).status).toBe(200)
  })

  test('case 85: wrong tries of a stranger do not lock a result', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    portal.services.db.sqlite
      .prepare('INSERT INTO application_steps (candidate_id, step, version, answers) VALUES (1, 4, 1, ?)')
      .run(JSON.stringify({ dateOfBirth: '2001-05-31' }))
    const { lookUp } = portal.services.lookUp
    for (let n = 0; n < 30; n++) {
      await lookUp({ userId, birthDate: '1999-01-01' }, { ip: near })
      portal.clock.advance(minutes(31))
    }
    await lookUp({ userId, birthDate: '1999-01-01' }, { ip: near })
    expect(await lookUp({ userId, birthDate: '2001-05-31' }, { ip: far })).toMatchObject({ ok: true })
    // Behind the stranger's network too the wait is minutes, and its end is announced.
    const there = await lookUp({ userId, birthDate: '2001-05-31' }, { ip: near })
    expect(there).toMatchObject({ refusal: { code: 'look-up-later', retryAfter: 1800 } })
    portal.clock.advance(minutes(30))
    expect(await lookUp({ userId, birthDate: '2001-05-31' }, { ip: near })).toMatchObject({ ok: true })
  })
})

test('M5: a network with very many registrations gets the real wait', async () => {
  const portal = await openPortal({ course: { otpLimits: { ...otpLimits, registrationsPerNetworkHourly: 1 } } })
  await portal.api('POST', calls.register, { ...asha, mobile: nobody(1), email: 'a@example.org' })
  portal.clock.advance(minutes(13))
  const refused = await portal.api('POST', calls.register, asha)
  expect(told(refused)).toEqual([429, 'network-busy', String(47 * 60)])
  expect(refused.body.message).toContain('47 minutes')
})

test('M5: a carrier may send more registrations in an hour than the breaker allows one network in ten minutes', () => {
  expect(otpLimits.registrationsPerNetworkHourly).toBeGreaterThanOrEqual(1000)
  expect(otpLimits.registrationsPerNetworkHourly).toBeLessThan(otpLimits.registrationPerTenMinutes)
})

describe('case 87: a single sign-on token', () => {
  const issuer = 'https://cell.example.org'
  async function withSso() {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const sso = { issuer, audience: 'pravesh', publicKey: await exportSPKI(publicKey) }
    const portal = await openPortal({ slugs: ['mbale', 'scd'], config: { sso } })
    const now = Math.floor(portal.clock.real() / 1000)
    const person = { sub: 'cell-1', name: asha.fullName, email: asha.email, mobile: asha.mobile }
    const tokenFor = (aud: string | string[]) =>
      new SignJWT({ ...person, iss: issuer, jti: 'once', iat: now, exp: now + 300, aud })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey)
    const enter = async (slug: string, token: string) =>
      (await portal.ask('POST', `/${slug}/candidate/api/${calls.sso}`, { body: { token } })).status
    return { tokenFor, enter }
  }

  test('case 87: a single sign-on token opens its portal once, and no other', async () => {
    const { tokenFor, enter } = await withSso()
    const token = await tokenFor('pravesh/mbale')
    expect(await enter('scd', token)).toBe(401)
    expect(await enter('mbale', token)).toBe(200)
    expect([await enter('mbale', token), await enter('scd', token)]).toEqual([401, 401])
  })

  test.each([['pravesh'], [['pravesh/mbale', 'pravesh/scd']], [['pravesh/mbale']]])(
    'case 87: a single sign-on token for %j opens none',
    async (audience) => {
      const { tokenFor, enter } = await withSso()
      const token = await tokenFor(audience)
      expect([await enter('mbale', token), await enter('scd', token)]).toEqual([401, 401])
    },
  )
})

describe('case 91: a clock that was ahead and is set back', () => {
  const isIn = async (portal: TestPortal, token: string) =>
    (await portal.api('POST', calls.userDetails, undefined, { token })).status

  test('case 91: a bearer, a session and an OTP from that time end once the clock is right', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    portal.clock.advance(hours(3))
    const { token, cookies } = await logIn(portal, userId)
    const { recoveryId } = (await forgot(portal, userId)).body.data
    const otp = await portal.otpFor(asha.mobile)
    expect(await isIn(portal, token)).toBe(200)
    portal.clock.advance(-hours(3))
    expect(await isIn(portal, token)).toBe(401)
    portal.clock.advance(hours(3))
    expect(await isIn(portal, token)).toBe(401)
    expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
    expect((await recover(portal, recoveryId, otp)).status).toBe(404)
  })

  test('case 91: an earlier session survives, and lasts no longer than before', async () => {
    const portal = await openPortal()
    const { token, cookies } = await signIn(portal)
    portal.clock.advance(seconds(-4))
    expect(await isIn(portal, token)).toBe(200)
    portal.clock.advance(seconds(4) + minutes(15))
    expect(await isIn(portal, token)).toBe(401)
    expect((await browser(portal, { mbale_session: cookies.mbale_session! }).get('dashboard')).status).toBe(200)
  })

  test('case 91: codes of an authenticator are accepted again at once, except the one just used', () => {
    const secret = newTotpSecret()
    const now = 1_722_500_000_000
    const ahead = matchTotp(secret, totpCode(secret, now + hours(5)), now + hours(5), null)
    const today = matchTotp(secret, totpCode(secret, now), now, ahead)
    expect(today).not.toBeNull()
    expect(matchTotp(secret, totpCode(secret, now), now, today)).toBeNull()
  })
})

describe('Low: the owner hears of a login from a new device', () => {
  test('Low: by e-mail and in the message box, with the time and the device and no other data', async () => {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal)
    expect(await portal.sentTo(asha.email, 'new-device')).toBe(0)
    await logIn(portal, userId, asha, { cookies: { mbale_device: cookies.mbale_device! } })
    expect(await portal.sentTo(asha.email, 'new-device')).toBe(0)
    const device = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
    const { token } = await logIn(portal, userId, asha, { headers: { 'user-agent': device } })
    expect(await portal.sentTo(asha.email, 'new-device')).toBe(1)
    const { text } = portal.box.sent.find(({ template }) => template === 'new-device')!
    expect(text).toContain('Time: 1 Aug 2024, 12:00\nDevice: Chrome, Android')
    for (const own of [asha.fullName, asha.mobile, asha.email, userId]) expect(text).not.toContain(own)
    expect(await isInBox(portal, token)).toBe(true)
  })

  const isInBox = async (portal: TestPortal, token: string) => {
    const { candidateId } = portal.services.accounts.sessions.byBearer(token)!
    const rows = portal.services.db.sqlite
      .prepare('SELECT count(*) AS n FROM inbox_messages WHERE candidate_id = ? AND template = ?')
      .get(candidateId, 'new-device') as { n: number }
    return rows.n === 1
  }

  test('Low: a list of stolen passwords does not fill a mailbox', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    for (let n = 0; n < 9; n++) await logIn(portal, userId)
    expect(await portal.sentTo(asha.email, 'new-device')).toBe(5)
  })
})
