import { expect, test } from 'vitest'
import { minutes, seconds } from '#server/kernel/time.ts'
import { asha, calls, logIn, openPortal, register, signIn, type TestPortal } from '#tests/support/portal.ts'

const forgot = (portal: TestPortal, userId: string) => portal.api('POST', calls.forgot, { userId })
const recover = (portal: TestPortal, recoveryId: string, otp: string, password = 'NewPass1', more: object = {}) =>
  portal.api('POST', calls.recover, { recoveryId, otp, password, confirmPassword: password, ...more })
const change = (portal: TestPortal, token: string, body: object) =>
  portal.api('POST', calls.changePassword, body, { token })

test.each([asha.mobile, asha.email, 'ML24100001', 'ml24100001'])(
  'a forgotten password is reset by OTP: requested by %s',
  async (name) => {
    const portal = await openPortal()
    const userId = await register(portal)
    const asked = await forgot(portal, name)
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual({
      message: 'If the account exists, we have sent an OTP to its mobile number. It is valid for 10 minutes.',
      data: { recoveryId: expect.stringMatching(/^[\w-]{32}$/), resendAfter: 30 },
    })
    const done = await recover(portal, asked.body.data.recoveryId, await portal.otpFor(asha.mobile))
    expect([done.status, done.body]).toEqual([
      200,
      { message: 'Your password is changed. Log in with the new one.', data: null },
    ])
    await expect(logIn(portal, userId)).rejects.toThrow('login-wrong')
    expect((await logIn(portal, userId, { ...asha, password: 'NewPass1' })).token).toBeTruthy()
    expect(await portal.sentTo(asha.mobile, 'password-changed')).toBe(1)
  },
)

test('the recovery OTP goes to the e-mail address too, once that is verified', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  await forgot(portal, asha.mobile)
  expect([await portal.sentTo(asha.mobile, 'recovery-otp'), await portal.sentTo(asha.email, 'recovery-otp')]).toEqual([
    1, 0,
  ])
  await portal.api('POST', calls.verifyEmail, undefined, { token })
  portal.services.accounts.verifyEmail((await portal.linkFor(asha.email)).searchParams.get('email')!)
  portal.clock.advance(seconds(30))
  const { recoveryId } = (await forgot(portal, asha.mobile)).body.data
  expect(await portal.sentTo(asha.email, 'recovery-otp')).toBe(1)
  expect((await recover(portal, recoveryId, await portal.otpFor(asha.email))).status).toBe(200)
  expect(await portal.sentTo(asha.email, 'password-changed')).toBe(1)
})

test('a recovery works once, within an hour', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const { recoveryId } = (await forgot(portal, userId)).body.data
  const otp = await portal.otpFor(asha.mobile)
  expect((await recover(portal, recoveryId, otp)).status).toBe(200)
  expect((await recover(portal, recoveryId, otp, 'Another1')).body.code).toBe('recovery-unknown')
  portal.clock.advance(minutes(1))
  const second = (await forgot(portal, userId)).body.data.recoveryId
  portal.clock.advance(minutes(61))
  const late = await recover(portal, second, await portal.otpFor(asha.mobile))
  expect([late.status, late.body.code]).toEqual([404, 'recovery-unknown'])
  await logIn(portal, userId, { ...asha, password: 'NewPass1' })
})

test('a mistyped OTP or two passwords that differ leave the recovery open', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const { recoveryId } = (await forgot(portal, userId)).body.data
  const otp = await portal.otpFor(asha.mobile)
  const mistyped = await recover(portal, recoveryId, otp === '000000' ? '000001' : '000000')
  expect([mistyped.status, mistyped.body.errors[0].field]).toEqual([422, 'otp'])
  const different = await recover(portal, recoveryId, otp, 'NewPass1', { confirmPassword: 'NewPass2' })
  expect(different.body.errors).toEqual([
    {
      field: 'confirmPassword',
      code: 'confirmPassword.different',
      message: 'The two passwords are not the same',
    },
  ])
  expect((await recover(portal, recoveryId, otp)).status).toBe(200)
})

test('an OTP is valid for its recovery, and the newest of an account for each of them', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const asked: string[] = []
  const otps: string[] = []
  for (const name of [userId, asha.email, asha.mobile]) {
    asked.push((await forgot(portal, name)).body.data.recoveryId)
    otps.push(await portal.otpFor(asha.mobile))
    portal.clock.advance(seconds(30))
  }
  const [first, second, third] = otps
  if (first !== second && second !== third) {
    // An SMS that was late, of whichever of the three: it costs no try, however often it is typed.
    for (let n = 0; n < 6; n++) {
      expect((await recover(portal, asked[0]!, second!)).body.code).toBe('otp-older')
      const earlier = await recover(portal, asked[2]!, first!)
      expect([earlier.body.code, earlier.body.message]).toEqual([
        'otp-older',
        expect.stringContaining('A newer one was sent at'),
      ])
    }
  }
  expect((await recover(portal, asked[1]!, third!)).status).toBe(200)
  for (const [n, otp] of otps.entries()) expect((await recover(portal, asked[n]!, otp)).status, `${n}`).not.toBe(200)
})

test.each([0, 1, 29])(
  'a program that asks again after %i s and keeps the second answer sets the password with the one OTP that came',
  async (after) => {
    const portal = await openPortal()
    const userId = await register(portal)
    await forgot(portal, userId)
    portal.clock.advance(seconds(after))
    const { recoveryId, resendAfter } = (await forgot(portal, ` 0091-${asha.mobile}`)).body.data
    expect([await portal.sentTo(asha.mobile, 'recovery-otp'), resendAfter]).toEqual([1, 30])
    expect((await recover(portal, recoveryId, await portal.otpFor(asha.mobile))).status).toBe(200)
    await logIn(portal, userId, { ...asha, password: 'NewPass1' })
  },
)

test('a candidate changes the password: the present one must match and the new one must follow the rule', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  const good = { currentPassword: asha.password, password: 'NewPass1', confirmPassword: 'NewPass1' }
  const wrong = await change(portal, token, { ...good, currentPassword: 'Wrong000' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors).toEqual([
    { field: 'currentPassword', code: 'currentPassword.wrong', message: 'This is not your current password' },
  ])
  expect((await change(portal, token, { ...good, confirmPassword: 'NewPass2' })).body.errors[0].code).toBe(
    'confirmPassword.different',
  )
  expect((await change(portal, token, { ...good, password: 'simple', confirmPassword: 'simple' })).status).toBe(422)
  await logIn(portal, userId)
  const done = await change(portal, token, good)
  expect([done.status, done.body.data]).toEqual([200, null])
  await logIn(portal, userId, { ...asha, password: 'NewPass1' })
  expect(await portal.sentTo(asha.mobile, 'password-changed')).toBe(1)
})

test('after ten wrong present passwords the session must wait for the time in Retry-After', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  const body = { currentPassword: 'Wrong000', password: 'NewPass1', confirmPassword: 'NewPass1' }
  for (let n = 0; n < 10; n++) expect((await change(portal, token, body)).status).toBe(422)
  const right = await change(portal, token, { ...body, currentPassword: asha.password })
  expect([right.status, right.headers['retry-after']]).toEqual([429, '900'])
  portal.clock.advance(minutes(15))
  const { token: later } = await logIn(portal, asha.mobile)
  expect((await change(portal, later, { ...body, currentPassword: asha.password })).status).toBe(200)
})

test('a countdown of a recovery is true, for an account and for a name that nobody has', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const known = (await forgot(portal, userId)).body.data
  const unknown = (await forgot(portal, 'ML24199999')).body.data
  const origin = { ip: '127.0.0.1', device: undefined, deviceLabel: '' }
  const again = async ({ recoveryId }: { recoveryId: string }) => {
    const sent = await portal.services.accounts.resendRecovery(recoveryId, origin)
    return sent.ok ? sent.value : sent.refusal.retryAfter
  }
  const inBoth = async (wanted: unknown) => {
    expect(await again(known)).toEqual(wanted)
    expect(await again(unknown)).toEqual(wanted)
  }
  expect([known.resendAfter, unknown.resendAfter]).toEqual([30, 30])
  await inBoth(30)
  portal.clock.advance(seconds(30))
  await inBoth({ resendAfter: 30 })
  portal.clock.advance(seconds(30))
  // The third of the hour: the next one is far away, and no press in between begins the countdown anew.
  await inBoth({ resendAfter: 3540 })
  portal.clock.advance(seconds(140))
  await inBoth(3400)
  await inBoth(3400)
  const same = await portal.services.accounts.forgotPassword(userId, origin, [known.recoveryId])
  expect(same).toEqual({ ok: true, value: { recoveryId: known.recoveryId, resendAfter: 3400 } })
  expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(3)
  portal.clock.advance(seconds(3400))
  await inBoth({ resendAfter: 30 })
  expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(4)
})
