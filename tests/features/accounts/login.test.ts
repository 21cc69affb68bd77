import argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { minutes, seconds } from '#server/kernel/time.ts'
import { asha, calls, openPortal, ravi, register, signIn, type TestPortal } from '#tests/support/portal.ts'

const logInAs = (portal: TestPortal, userId: string, password = asha.password, otp?: string) =>
  portal.api('POST', calls.login, { userId, password, ...(otp ? { otp } : {}) })

test.each(['ML24100001', 'ml24100001', ' ML24100001 ', asha.mobile, '+91 98765-43210', asha.email, 'ASHA@example.ORG'])(
  'a candidate logs in as %s',
  async (name) => {
    const portal = await openPortal()
    await register(portal)
    const { status, body } = await logInAs(portal, name)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'You are logged in.',
      data: {
        token: expect.stringMatching(/^[\w-]{32}$/),
        expiresAt: new Date(portal.clock.real() + minutes(15)).toISOString(),
      },
    })
  },
)

test('a login sets the session, refresh and device cookies, which scripts cannot read', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const { headers } = await logInAs(portal, userId)
  const set = headers['set-cookie'] as string[]
  const named = (name: string) => set.find((cookie) => cookie.startsWith(`${name}=`))
  expect(named('mbale_session')).toMatch(/; Path=\/mbale\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(named('mbale_refresh')).toMatch(
    /; Path=\/mbale\/candidate\/api\/refreshToken; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(named('mbale_device')).toMatch(/Max-Age=15552000; Path=\/mbale\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(named('XSRF-TOKEN')).toMatch(/; Path=\/mbale\/; Secure; SameSite=Lax$/)
})

test('a demo without https does not mark cookies Secure', async () => {
  const portal = await openPortal({ mode: 'demo' })
  const userId = await register(portal)
  expect(String((await logInAs(portal, userId)).headers['set-cookie'])).not.toContain('Secure')
})

test('a wrong password and an unknown account get 401 with the same sentence', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const wrong = await logInAs(portal, userId, 'Wrong000')
  const unknown = await logInAs(portal, 'ML24999999')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({
    message: 'The account and password do not match. Check both, or set a new password with “Forgot Password”.',
    code: 'login-wrong',
  })
  expect(unknown.body).toEqual(wrong.body)
  expect(wrong.cookies).toEqual({})
})

test('a password counts to its last character, spaces and capitals included', async () => {
  const portal = await openPortal()
  const person = { ...asha, password: ' Pass 0rd ', confirmPassword: ' Pass 0rd ' }
  const userId = await register(portal, person)
  expect((await logInAs(portal, userId, 'Pass 0rd')).status).toBe(401)
  expect((await logInAs(portal, userId, ' pass 0rd ')).status).toBe(401)
  expect((await logInAs(portal, userId, ' Pass 0rd ')).status).toBe(200)
})

const storedHash = (portal: TestPortal) =>
  (portal.services.db.sqlite.prepare('SELECT password_hash AS hash FROM candidates').get() as { hash: string }).hash

test('a password is stored as argon2id, and hashed again at login if its cost is outdated', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const old = await argon2.hash(asha.password, { memoryCost: 512, timeCost: 2, parallelism: 1 })
  portal.services.db.sqlite.prepare('UPDATE candidates SET password_hash = ?').run(old)
  expect((await logInAs(portal, userId, 'Wrong000')).status).toBe(401)
  expect(storedHash(portal)).toBe(old)
  expect((await logInAs(portal, userId)).status).toBe(200)
  const renewed = storedHash(portal)
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/)
  expect((await logInAs(portal, userId)).status).toBe(200)
  expect(storedHash(portal)).toBe(renewed)
})

test('two simultaneous logins during a rehash both accept the password', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const old = await argon2.hash(asha.password, { memoryCost: 512, timeCost: 2, parallelism: 1 })
  portal.services.db.sqlite.prepare('UPDATE candidates SET password_hash = ?').run(old)
  const both = await Promise.all([logInAs(portal, userId), logInAs(portal, userId)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
})

test('if too many people of one network log in at once, they are asked to come back and no password is checked', async () => {
  // The wait follows from how long a password has taken, which a busy machine draws out.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const portal = await openPortal()
  const userId = await register(portal)
  const free: (() => void)[] = []
  const verify = vi
    .spyOn(argon2, 'verify')
    .mockImplementation(() => new Promise((resolve) => free.push(() => resolve(false))))
  const crowd = Array.from({ length: 202 }, () => logInAs(portal, userId, 'Wrong000'))
  await vi.waitFor(() => expect(free.length).toBe(2), 20_000)
  const one = await logInAs(portal, userId)
  expect([one.status, one.body.code, one.headers['retry-after']]).toEqual([429, 'network-hashing', '5'])
  expect(one.body.message).toContain('5 seconds')
  verify.mockRestore()
  for (const go of free) go()
  await Promise.all(crowd)
})

test('scd asks for an OTP at login: 202, then the same call with the OTP', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const first = await logInAs(portal, userId)
  expect(first.status).toBe(202)
  expect(first.body).toEqual({
    message: 'Enter the OTP that was sent to the mobile number of your account.',
    data: { otpRequired: true, sentTo: ['••••••3210'] },
  })
  expect(first.cookies).toEqual({})
  expect(portal.rows().sessions).toBe(0)
  const wrong = await logInAs(portal, userId, asha.password, '000000')
  expect([wrong.status, wrong.body.code]).toEqual([422, 'otp-wrong'])
  expect(wrong.body.errors[0]).toMatchObject({ field: 'otp', message: expect.stringContaining('4') })
  const otp = await portal.otpFor(asha.mobile)
  const second = await logInAs(portal, userId, asha.password, otp)
  expect(second.status).toBe(200)
  expect(second.body.data).toEqual({ token: expect.any(String), expiresAt: expect.any(String) })
  expect(portal.box.sent.filter(({ template }) => template === 'login-otp').map(({ channel }) => channel)).toEqual([
    'sms',
  ])
})

test('on scd a wrong password sends no OTP, and an OTP without the password does not log in', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  expect((await logInAs(portal, userId, 'Wrong000')).status).toBe(401)
  expect(await portal.sentTo(asha.mobile, 'login-otp')).toBe(0)
  await logInAs(portal, userId)
  const otp = await portal.otpFor(asha.mobile)
  expect((await logInAs(portal, userId, 'Wrong000', otp)).status).toBe(401)
  expect(portal.rows().sessions).toBe(0)
})

test('a second try within 30 seconds keeps the OTP that was sent', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  await logInAs(portal, userId)
  const otp = await portal.otpFor(asha.mobile)
  portal.clock.advance(seconds(5))
  expect((await logInAs(portal, userId)).status).toBe(202)
  expect(await portal.sentTo(asha.mobile, 'login-otp')).toBe(1)
  expect((await logInAs(portal, userId, asha.password, otp)).status).toBe(200)
})

test('a bearer of one portal is unknown to the other, which has other accounts', async () => {
  const portal = await openPortal({ slugs: ['mbale', 'scd'] })
  const { token, userId, cookies } = await signIn(portal)
  const there = '/scd/candidate/api/candidateLoginController/'
  expect((await portal.ask('POST', `${there}getUserDetails`, { token })).status).toBe(401)
  expect((await portal.ask('GET', '/scd/candidate/dashboard', { cookies })).status).toBe(303)
  const login = await portal.ask('POST', `${there}candidateLogin`, { body: { userId, password: asha.password } })
  expect(login.status).toBe(401)
  await register(portal, ravi)
  expect((await portal.api('POST', calls.userDetails, undefined, { token })).status).toBe(200)
})
