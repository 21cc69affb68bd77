import { expect, test } from 'vitest'
import { stepUpPurposes } from '#server/domain/accounts/otp.ts'
import { runDueJobs } from '#server/jobs.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import {
  asha,
  calls,
  folderOfTest,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'

const newMobile = '7654321098'

const askOtp = (portal: TestPortal, token: string, body: object) => portal.api('POST', calls.otp, body, { token })
const changeMobile = (portal: TestPortal, token: string, body: object) =>
  portal.api('POST', calls.mobile, body, { token })
const mobileOf = (portal: TestPortal, userId: string) =>
  (
    portal.services.db.sqlite.prepare('SELECT mobile FROM candidates WHERE user_id = ?').get(userId) as {
      mobile: string
    }
  ).mobile

/** A change of mobile up to its 24 hours: requested and proved by password and OTP. */
async function asksForNewMobile(portal: TestPortal, token: string, mobile = newMobile) {
  const asked = await askOtp(portal, token, { purpose: 'change-mobile', mobile })
  expect(asked.status).toBe(200)
  const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
  const changed = await changeMobile(portal, token, proof)
  expect(changed.status).toBe(200)
  return changed
}

const stopToken = async (portal: TestPortal, to: string) => (await portal.linkFor(to)).searchParams.get('stop')!

test('the link in the mail verifies the address for a day, any number of times', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  const asked = await portal.api('POST', calls.verifyEmail, undefined, { token })
  expect(asked.body).toEqual({
    message: 'A link has been sent to a•••••@example.org. Open it within 24 hours.',
    data: { sentTo: 'a•••••@example.org' },
  })
  const link = await portal.linkFor(asha.email)
  expect(link.href).toMatch(/^https:\/\/admissions\.example\.org\/mbale\/candidate\/verification\?email=[\w-]{32}$/)
  const { accounts } = portal.services
  expect(accounts.verifyEmail(link.searchParams.get('email')!)).toEqual({ ok: true })
  expect(accounts.verifyEmail(link.searchParams.get('email')!)).toEqual({ ok: true })
  const again = await portal.api('POST', calls.verifyEmail, undefined, { token })
  expect([again.status, again.body.code]).toEqual([409, 'email-verified-already'])
})

test('a link of yesterday and a made-up one verify nothing', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  await portal.api('POST', calls.verifyEmail, undefined, { token })
  const link = await portal.linkFor(asha.email)
  portal.clock.advance(hours(24) + 1)
  const { accounts } = portal.services
  for (const tried of [link.searchParams.get('email')!, 'x'.repeat(32), '']) {
    expect(accounts.verifyEmail(tried)).toMatchObject({ ok: false, refusal: { code: 'link-unknown', status: 404 } })
  }
})

test('verification mails are limited to five an hour', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  const ask = () => portal.api('POST', calls.verifyEmail, undefined, { token })
  for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(200)
  const sixth = await ask()
  expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '3600'])
  expect(await portal.sentTo(asha.email, 'email-verification')).toBe(5)
})

test('opting in to WhatsApp sends the summary of the application there, and the same address opts out', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  const on = await portal.api('GET', calls.whatsapp, undefined, { token })
  expect([on.status, on.body.data]).toEqual([200, { optedIn: true }])
  await portal.services.messages.deliverDue()
  expect(portal.box.sent.at(-1)).toMatchObject({
    channel: 'whatsapp',
    to: asha.mobile,
    text: expect.stringMatching(new RegExp(`${asha.fullName}[\\s\\S]*${userId}`)),
  })
  const isOn = () =>
    portal.services.db.sqlite.prepare('SELECT whatsapp_opted_in_at FROM candidates').pluck().get() !== null
  expect(isOn()).toBe(true)
  const off = await portal.api('DELETE', calls.whatsapp, undefined, { token })
  expect([off.status, off.body.data, isOn()]).toEqual([200, { optedIn: false }, false])
  for (let n = 0; n < 4; n++) await portal.api('GET', calls.whatsapp, undefined, { token })
  expect((await portal.api('GET', calls.whatsapp, undefined, { token })).status).toBe(429)
  expect(await portal.sentTo(asha.mobile, 'whatsapp-summary')).toBe(5)
})

test.each(stepUpPurposes.filter((purpose) => purpose !== 'change-mobile'))(
  'an OTP to %s goes to the proved mobile, and to the e-mail address once it is proved',
  async (purpose) => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    const first = await askOtp(portal, token, { purpose })
    expect([first.status, first.body.data]).toEqual([200, { resendAfter: 30, sentTo: ['••••••3210'] }])
    portal.services.db.sqlite.prepare('UPDATE candidates SET email_verified_at = 1').run()
    expect((await askOtp(portal, token, { purpose })).status).toBe(429)
    portal.clock.advance(seconds(30))
    const second = await askOtp(portal, token, { purpose })
    expect(second.body.data).toEqual({ resendAfter: 30, sentTo: ['••••••3210', 'a•••••@example.org'] })
    expect([await portal.sentTo(asha.mobile, 'step-up-otp'), await portal.sentTo(asha.email, 'step-up-otp')]).toEqual([
      2, 1,
    ])
  },
)

test('a new mobile is proved by an OTP sent to it and replaces the old one after 24 hours', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  const asked = await askOtp(portal, token, { purpose: 'change-mobile', mobile: newMobile })
  expect(asked.body.data).toEqual({ resendAfter: 30, sentTo: ['••••••1098'] })
  expect(await portal.sentTo(asha.mobile, 'change-mobile-otp')).toBe(0)
  const otp = await portal.otpFor(newMobile)
  const good = { mobile: newMobile, password: asha.password, otp }
  const { password: _, ...withoutPassword } = good
  for (const [body, field] of [
    [withoutPassword, 'password'],
    [{ ...good, password: 'Wrong000' }, 'password'],
    [{ ...good, otp: otp === '000000' ? '000001' : '000000' }, 'otp'],
    [{ ...good, mobile: '7654321097' }, 'otp'],
  ] as const) {
    const refused = await changeMobile(portal, token, body)
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, field])
  }
  const changed = await changeMobile(portal, token, good)
  expect(changed.body).toEqual({
    message:
      'Your mobile number changes in 24 hours. We have sent a message to the old number. Until then, the link in it can stop the change.',
    data: { takesEffectAt: new Date(portal.clock.real() + hours(24)).toISOString() },
  })
  portal.clock.advance(hours(24) - 1)
  await runDueJobs(portal.portals)
  expect(mobileOf(portal, userId)).toBe(asha.mobile)
  portal.clock.advance(1)
  await runDueJobs(portal.portals)
  expect(mobileOf(portal, userId)).toBe(newMobile)
  expect([
    await portal.sentTo(asha.mobile, 'mobile-changed'),
    await portal.sentTo(newMobile, 'mobile-changed'),
  ]).toEqual([1, 1])
})

test('the present number and a missing one are refused', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  const same = await askOtp(portal, token, { purpose: 'change-mobile', mobile: '+91 98765 43210' })
  expect(same.body.errors[0]).toMatchObject({ field: 'mobile', code: 'mobile.same' })
  const none = await askOtp(portal, token, { purpose: 'change-mobile' })
  expect(none.body.errors[0]).toMatchObject({ field: 'mobile', code: 'mobile.required' })
})

test("another candidate's number gets the same answer and no OTP, and its owner gets a message", async () => {
  const portal = await openPortal()
  await register(portal, ravi)
  const { token } = await signIn(portal)
  const theirs = await askOtp(portal, token, { purpose: 'change-mobile', mobile: ravi.mobile })
  const free = await askOtp(portal, token, { purpose: 'change-mobile', mobile: newMobile })
  expect(theirs.body.data).toEqual({ ...free.body.data, sentTo: ['••••••2109'] })
  expect([theirs.status, theirs.body.message]).toEqual([free.status, free.body.message])
  expect(await portal.sentTo(ravi.mobile, 'change-mobile-otp')).toBe(0)
  expect(await portal.sentTo(ravi.mobile, 'registration-collision')).toBe(1)
})

test('a number that gets an owner within the 24 hours stays theirs', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  await asksForNewMobile(portal, token, ravi.mobile)
  portal.clock.advance(minutes(1))
  const ravisId = await register(portal, ravi)
  portal.clock.advance(hours(24))
  await runDueJobs(portal.portals)
  expect([mobileOf(portal, userId), mobileOf(portal, ravisId)]).toEqual([asha.mobile, ravi.mobile])
})

test('a signed-in candidate cancels the change and stays signed in', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  await asksForNewMobile(portal, token)
  const actor = portal.services.accounts.sessions.byBearer(token)!
  expect(portal.services.accounts.contact(actor).pendingMobile).toEqual({
    mobile: '••••••1098',
    takesEffectAt: portal.clock.real() + hours(24),
  })
  expect(portal.services.accounts.stopPendingMobileChange(actor)).toEqual({ ok: true })
  expect(portal.services.accounts.stopPendingMobileChange(actor)).toMatchObject({ ok: false })
  portal.clock.advance(hours(25))
  await runDueJobs(portal.portals)
  expect(mobileOf(portal, userId)).toBe(asha.mobile)
  expect(await portal.sentTo(asha.mobile, 'mobile-change-stopped')).toBe(1)
})

test('the old number cannot cancel the change after it has taken effect', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  await asksForNewMobile(portal, token)
  const stop = await stopToken(portal, asha.mobile)
  portal.clock.advance(hours(24))
  await runDueJobs(portal.portals)
  expect(portal.services.accounts.stopMobileChange(stop)).toMatchObject({
    refusal: { code: 'mobile-change-done', status: 409 },
  })
})

test('case 72: a change that came due while the server was down is made once, at the next tick', async () => {
  const dataDir = folderOfTest()
  const before = await openPortal({ dataDir })
  const { token, userId } = await signIn(before)
  await asksForNewMobile(before, token)
  const due = before.clock.real() + hours(24)
  await before.close()

  const after = await openPortal({ dataDir, at: (due + hours(30)) as never })
  const both = await Promise.all([runDueJobs(after.portals), runDueJobs(after.portals)])
  expect(both).toHaveLength(2)
  expect(mobileOf(after, userId)).toBe(newMobile)
  expect(after.services.accounts.applyMobileChanges()).toBe(0)
  expect(await after.sentTo(asha.mobile, 'mobile-changed')).toBe(1)
})
