import { expect, test } from 'vitest'
import { hours, ist, minutes, seconds } from '#server/kernel/time.ts'
import {
  type Answer,
  asha,
  calls,
  logIn,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'

const tell = (portal: TestPortal, person: object = asha) => portal.api('POST', calls.register, person)
const prove = (portal: TestPortal, registrationId: string, otp: string) =>
  portal.api('POST', calls.verify, { registrationId, otp })
const another = (portal: TestPortal, registrationId: string) => portal.api('POST', calls.resend, { registrationId })

test('a newcomer registers, proves the mobile, receives an Application ID and logs in', async () => {
  const portal = await openPortal()
  const told = await tell(portal)
  expect(told.status).toBe(200)
  expect(told.body).toEqual({
    message: 'The OTP has been sent. It is valid for 10 minutes.',
    data: { registrationId: expect.stringMatching(/^[\w-]{32}$/), sentTo: ['••••••3210'], resendAfter: 30 },
  })
  const proved = await prove(portal, told.body.data.registrationId, await portal.otpFor(asha.mobile))
  expect(proved.status).toBe(200)
  expect(proved.body).toEqual({
    message: 'You are registered. Note down your Application ID.',
    data: { userId: 'ML24100001' },
  })
  const { token } = await logIn(portal, 'ML24100001')
  expect((await portal.api('GET', calls.name, undefined, { token })).body.data).toEqual({ full_name: asha.fullName })
})

test('Application IDs continue the series of the course', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  expect(await register(portal)).toBe('SC24100001')
  expect(await register(portal, ravi)).toBe('SC24100002')
})

test('an account exists only once the mobile is proved', async () => {
  const portal = await openPortal()
  await tell(portal)
  expect(portal.rows()).toMatchObject({ registrations: 1, candidates: 0 })
  const login = await portal.api('POST', calls.login, { userId: asha.mobile, password: asha.password })
  expect(login.status).toBe(401)
})

test('entries are normalised: +91, spaces, capitals in an e-mail address', async () => {
  const portal = await openPortal()
  const typed = { ...asha, fullName: '  Asha   Ramesh Patil ', mobile: '+91 98765-43210', email: ' Asha@Example.ORG ' }
  const told = await tell(portal, typed)
  await prove(portal, told.body.data.registrationId, await portal.otpFor(asha.mobile))
  const { token } = await logIn(portal, asha.email)
  expect((await portal.api('GET', calls.name, undefined, { token })).body.data.full_name).toBe('Asha Ramesh Patil')
})

test('a Marathi name is accepted, and its owner is addressed in Marathi', async () => {
  const portal = await openPortal()
  const person = { ...asha, fullName: 'सुनीता मारुती पाटील' }
  const headers = { 'accept-language': 'mr-IN,mr;q=0.9' }
  const told = await portal.api('POST', calls.register, person, { headers })
  expect(told.body.message).toMatch(/[\u0900-\u097F]/)
  const otp = await portal.otpFor(asha.mobile)
  expect(portal.box.sent.at(-1)).toMatchObject({ language: 'mr', text: expect.stringMatching(/[\u0900-\u097F]/) })
  await prove(portal, told.body.data.registrationId, otp)
  const { token } = await logIn(portal, asha.mobile)
  expect((await portal.api('GET', calls.name, undefined, { token })).body.data.full_name).toBe(person.fullName)
})

/** A page in Marathi: what it calls says so, whatever languages the phone prefers. */
const marathi = { headers: { 'accept-language': 'mr' } }
const devanagari = /[\u0900-\u097F]/
const lastOf = (portal: TestPortal, template: string) =>
  portal.box.sent.filter((message) => message.template === template).at(-1)

test('an OTP is in the language of the page that asks again, and so is the account that it makes', async () => {
  const portal = await openPortal()
  const told = await tell(portal)
  await portal.otpFor(asha.mobile)
  expect(lastOf(portal, 'registration-otp')!.text).not.toMatch(devanagari)
  portal.clock.advance(seconds(30))
  const { registrationId } = told.body.data
  await portal.api('POST', calls.resend, { registrationId }, marathi)
  const otp = await portal.otpFor(asha.mobile)
  expect(lastOf(portal, 'registration-otp')!.text).toMatch(devanagari)
  await portal.api('POST', calls.verify, { registrationId, otp }, marathi)
  await portal.services.messages.deliverDue()
  expect(lastOf(portal, 'registration-welcome')!.language).toBe('mr')
})

test('an account in English gets the OTPs that a page in Marathi asks for in Marathi, and other messages as before', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const { userId, token } = await signIn(portal)
  const later = () => portal.clock.advance(minutes(2))
  const asks: Record<string, () => Promise<Answer>> = {
    'login-otp': () => portal.api('POST', calls.login, { userId, password: asha.password }, marathi),
    'recovery-otp': () => portal.api('POST', calls.forgot, { userId }, marathi),
    'step-up-otp': () => portal.api('POST', calls.otp, { purpose: 'submit' }, { ...marathi, token }),
    'change-mobile-otp': () =>
      portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile: ravi.mobile }, { ...marathi, token }),
  }
  for (const [template, ask] of Object.entries(asks)) {
    later()
    expect((await ask()).status, template).toBeLessThan(300)
    await portal.otpFor(template === 'change-mobile-otp' ? ravi.mobile : asha.mobile)
    expect(lastOf(portal, template)?.text, template).toMatch(devanagari)
  }
  const { accounts, messages } = portal.services
  const actor = accounts.sessions.byBearer(token)!
  later()
  accounts.nameReceiver(actor, { fullName: 'Vidya Patil', relation: 'mother', mobile: '9811111111' }, 'mr')
  await messages.deliverDue()
  expect(lastOf(portal, 'code-for-receiver')?.text).toMatch(devanagari)
  messages.tell(actor.candidateId, 'password-changed')
  await messages.deliverDue()
  expect(lastOf(portal, 'password-changed')!.language).toBe('en')
})

test('the welcome with the Application ID goes to the mobile and to the e-mail address', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  expect(await portal.sentTo(asha.mobile, 'registration-welcome')).toBe(1)
  expect(await portal.sentTo(asha.email, 'registration-welcome')).toBe(1)
  for (const message of portal.box.sent.filter(({ template }) => template === 'registration-welcome')) {
    expect(message.text).toContain(userId)
  }
})

test('the registration OTP goes only to the mobile, which it must prove', async () => {
  const portal = await openPortal()
  await tell(portal)
  await portal.services.messages.deliverDue()
  expect(portal.box.sent.map(({ channel, to }) => [channel, to])).toEqual([['sms', asha.mobile]])
})

test.each([
  ['two different passwords', { confirmPassword: 'Passw0rD' }, ['confirmPassword', 'confirmPassword.different']],
  ['an unknown state', { state: 'XX' }, ['state', 'state.invalid']],
  ['a district of another state', { district: 'KA-belagavi' }, ['district', 'district.invalid']],
] as const)('%s: reported at the field, and nothing is stored', async (_, change, fault) => {
  const portal = await openPortal()
  const before = await portal.contents()
  const answer = await tell(portal, { ...asha, ...change })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([fault])
  expect(await portal.contents()).toBe(before)
})

test('a mismatched repeated password is reported together with every other fault', async () => {
  const portal = await openPortal()
  const { body } = await tell(portal, { ...asha, mobile: '12345', confirmPassword: 'Passw0rD' })
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['mobile', 'confirmPassword'])
})

test.each(['short1A', 'Sixteen16chars16', 'nocapital1', 'NOSMALL11', 'NoDigits'])(
  'the password rule of rules §18.14: %s',
  async (password) => {
    const portal = await openPortal()
    const { status, body } = await tell(portal, { ...asha, password, confirmPassword: password })
    if (password === 'short1A')
      expect(status).toBe(200) // seven characters suffice
    else {
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        {
          field: 'password',
          code: 'password.invalid',
          message:
            'The password must have 7 to 15 characters, with at least one uppercase letter, one lowercase letter and one number',
        },
      ])
    }
  },
)

test('the five messages of rules §18.14 appear word for word', async () => {
  const portal = await openPortal()
  const { fullName: _, email: __, mobile: ___, state: ____, ...rest } = asha
  const missing = await tell(portal, rest)
  expect(missing.status).toBe(400)
  expect(missing.body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Please enter the fullname',
    'Please enter the email address',
    'Please enter the phone number',
    'Please enter the state',
  ])
  const wrong = await tell(portal, { ...asha, mobile: '1234567890' })
  expect(wrong.body.errors[0].message).toBe('Please enter the valid phone number')
  for (const [mobile, count] of [
    ['987654321', 9],
    ['98765 432101', 11],
  ] as const) {
    const slip = await tell(portal, { ...asha, mobile })
    expect(slip.body.errors[0].message).toBe(
      `Please enter the valid phone number: it has 10 digits, and you typed ${count}`,
    )
  }
})

test('a newcomer without consent is not registered', async () => {
  const portal = await openPortal()
  const { status, body } = await tell(portal, { ...asha, consent: false })
  expect(status).toBe(422)
  expect(body.errors[0]).toMatchObject({ field: 'consent', code: 'consent.required' })
})

test('nothing is accepted before registration opens or after it closes', async () => {
  for (const at of [ist('2024-07-12 09:59'), ist('2024-08-14 17:00')]) {
    const portal = await openPortal({ at })
    const before = await portal.contents()
    expect((await tell(portal)).body).toMatchObject({ code: 'registration-closed' })
    expect(await portal.contents()).toBe(before)
  }
  const lastMoment = await openPortal({ at: ist('2024-08-14 16:59') })
  expect((await tell(lastMoment)).status).toBe(200)
})

test('a mobile may be proved after closing if the answers came before it', async () => {
  const portal = await openPortal({ at: ist('2024-08-14 16:59') })
  const told = await tell(portal)
  portal.clock.advance(minutes(5))
  const proved = await prove(portal, told.body.data.registrationId, await portal.otpFor(asha.mobile))
  expect(proved.status).toBe(200)
})

test('another OTP comes after 30 seconds, and the newest is the only one that counts', async () => {
  const portal = await openPortal()
  const { registrationId } = (await tell(portal)).body.data
  const first = await portal.otpFor(asha.mobile)
  const tooSoon = await another(portal, registrationId)
  expect(tooSoon.status).toBe(429)
  expect(tooSoon.headers['retry-after']).toBe('30')
  expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(1)
  portal.clock.advance(seconds(30))
  expect((await another(portal, registrationId)).body.data).toEqual({ resendAfter: 30 })
  const second = await portal.otpFor(asha.mobile)
  // However often somebody tries the first one, that costs none of the five tries.
  for (let n = 0; n < 7; n++)
    if (first !== second) {
      const { body, status } = await prove(portal, registrationId, first)
      expect([status, body.code]).toEqual([422, 'otp-older'])
      expect(body.message).toContain('A newer one was sent at')
    }
  expect((await prove(portal, registrationId, second)).status).toBe(200)
})

test('an earlier OTP is told from a wrong one only while its own time lasts, and is none once it was used', async () => {
  const portal = await openPortal()
  const { registrationId } = (await tell(portal)).body.data
  const first = await portal.otpFor(asha.mobile)
  portal.clock.advance(minutes(9))
  await another(portal, registrationId)
  const second = await portal.otpFor(asha.mobile)
  portal.clock.advance(minutes(1))
  if (first !== second) expect((await prove(portal, registrationId, first)).body.code).toBe('otp-wrong')
  expect((await prove(portal, registrationId, '000000')).body.code).toBe('otp-wrong')
  expect((await prove(portal, registrationId, second)).status).toBe(200)
})

test('an OTP lives ten minutes', async () => {
  const portal = await openPortal()
  const { registrationId } = (await tell(portal)).body.data
  const otp = await portal.otpFor(asha.mobile)
  portal.clock.advance(minutes(10))
  const late = await prove(portal, registrationId, otp)
  expect(late.status).toBe(422)
  expect(late.body).toMatchObject({ code: 'otp-expired', errors: [{ field: 'otp', code: 'otp-expired' }] })
  portal.clock.advance(seconds(1))
  await another(portal, registrationId)
  expect((await prove(portal, registrationId, await portal.otpFor(asha.mobile))).status).toBe(200)
})

test('an unknown registration gets 404 and a finished one 409, for the proof and for a resend', async () => {
  const portal = await openPortal()
  const unknown = 'x'.repeat(32)
  expect((await prove(portal, unknown, '123456')).body).toMatchObject({ code: 'registration-unknown' })
  expect((await another(portal, unknown)).status).toBe(404)
  const { registrationId } = (await tell(portal)).body.data
  const otp = await portal.otpFor(asha.mobile)
  await prove(portal, registrationId, otp)
  expect((await prove(portal, registrationId, otp)).body).toMatchObject({ code: 'registration-done' })
  expect((await another(portal, registrationId)).status).toBe(409)
})

test('an address that is in use leaves the OTP good: the corrected registration needs no other', async () => {
  const portal = await openPortal()
  await register(portal, ravi)
  const first = (await tell(portal, { ...asha, email: ravi.email })).body.data.registrationId
  const otp = await portal.otpFor(asha.mobile)
  expect((await prove(portal, first, otp)).body.code).toBe('already-registered')
  const { data, message } = (await tell(portal, asha)).body
  expect([data.sentTo, message]).toEqual([[], expect.stringContaining('in the last ten minutes is good')])
  expect((await prove(portal, data.registrationId, otp)).status).toBe(200)
  expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(1)
})

test('registrations begun before the second address was revealed reveal no third', async () => {
  const portal = await openPortal()
  const owners = ['7111111111', '7222222222', '7333333333'].map((mobile) => ({
    ...ravi,
    mobile,
    email: `${mobile}@example.org`,
  }))
  for (const owner of owners) await register(portal, owner)
  const begun: string[] = []
  for (const { email } of owners) begun.push((await tell(portal, { ...asha, email })).body.data.registrationId)
  const otp = await portal.otpFor(asha.mobile)
  const codes: string[] = []
  for (const id of begun) codes.push((await prove(portal, id, otp)).body.code)
  expect(codes).toEqual(['already-registered', 'already-registered', 'too-often'])
})

test('two registrations for one number, both proved: one account', async () => {
  const portal = await openPortal()
  const first = (await tell(portal)).body.data.registrationId
  const firstOtp = await portal.otpFor(asha.mobile)
  portal.clock.advance(seconds(31))
  const second = (await tell(portal, { ...asha, email: 'other@example.org' })).body.data.registrationId
  const secondOtp = await portal.otpFor(asha.mobile)
  expect((await prove(portal, second, secondOtp)).status).toBe(200)
  const late = await prove(portal, first, firstOtp)
  expect([late.status, late.body.code]).toEqual([409, 'already-registered'])
  expect(portal.rows().candidates).toBe(1)
})

test('housekeeping forgets unfinished registrations and leaves accounts alone', async () => {
  const portal = await openPortal()
  await register(portal, ravi)
  const { registrationId } = (await tell(portal)).body.data
  portal.clock.advance(hours(49))
  portal.services.accounts.purge()
  expect((await another(portal, registrationId)).status).toBe(404)
  expect(portal.rows()).toMatchObject({ candidates: 1, registrations: 0, otps: 0 })
})
