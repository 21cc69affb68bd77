import { afterEach, describe, expect, test, vi } from 'vitest'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import {
  asha,
  browser,
  type Caller,
  calls,
  logIn,
  openPortal,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'

/** Case 6, the other way round: one password on many names. */

afterEach(() => void vi.restoreAllMocks())

const near = '198.51.100.7'
const far = '203.0.113.9'
const login = (portal: TestPortal, userId: string, password: string, from: Caller = {}) =>
  portal.api('POST', calls.login, { userId, password }, from)
const id = (n: number) => `ML24${String(100_000 + n)}`

/** People with one password, and a portal where a network may get ten names wrong in an hour. */
async function portalOf(people: number) {
  const portal = await openPortal({ course: { loginLimits: { wrongNamesPerNetworkHourly: 10 } } })
  for (let n = 0; n < people; n++) {
    const mobile = `90000${String(n).padStart(5, '0')}`
    await register(portal, { ...asha, mobile, email: `p${n}@example.org` })
  }
  return portal
}

describe('case 6: one password tried on many accounts', () => {
  test('case 6: a hundred at once open no account beyond the budget of their network, and the desk is warned', async () => {
    const portal = await portalOf(30)
    const spray = Array.from({ length: 100 }, (_, n) => login(portal, id(200 + n), asha.password, { ip: near }))
    const wrong = (await Promise.all(spray)).filter(({ status }) => status === 401)
    expect(wrong).toHaveLength(10)
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login(portal, id(n + 1), asha.password, { ip: near })),
    )
    // Beyond it the right password looks like a wrong one: both ask for the OTP.
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([202]))
    expect(portal.rows().sessions).toBe(0)
    expect(portal.services.accounts.loginAlarm()).toBe(portal.clock.real() + hours(1))
    expect(await portal.sentTo(portal.services.course.contact.email, 'login-alarm')).toBe(2) // in each language
  })

  test('case 6: right and wrong passwords beyond the budget answer with the same bytes', async () => {
    const portal = await portalOf(1)
    for (let n = 0; n < 11; n++) await login(portal, id(200 + n), 'Wrong000', { ip: near })
    const [right, wrong] = [
      await login(portal, id(1), asha.password, { ip: near }),
      await login(portal, id(300), 'X', { ip: near }),
    ]
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text])
  })

  test('case 6: the owner on that network gets in with the OTP, on a known device and elsewhere without', async () => {
    const portal = await openPortal({ course: { loginLimits: { wrongNamesPerNetworkHourly: 10 } } })
    const { userId, cookies } = await signIn(portal)
    for (let n = 0; n < 20; n++) await login(portal, id(200 + n), asha.password, { ip: near })
    const known = { ip: near, cookies: { mbale_device: cookies.mbale_device! } }
    expect((await login(portal, userId, asha.password, known)).status).toBe(200)
    expect((await login(portal, userId, asha.password, { ip: far })).status).toBe(200)
    expect((await login(portal, userId, asha.password, { ip: near })).status).toBe(202)
    const otp = await portal.otpFor(asha.mobile)
    const proved = await portal.api('POST', calls.login, { userId, password: asha.password, otp }, { ip: near })
    expect(proved.status).toBe(200)
    portal.clock.advance(hours(1) + seconds(1))
    expect((await login(portal, userId, asha.password, { ip: near })).status).toBe(200)
    expect(portal.services.accounts.loginAlarm()).toBeNull()
  })

  test('case 6: a carrier with thousands who log in rightly uses none of its budget', async () => {
    const portal = await portalOf(15)
    for (let n = 0; n < 15; n++) expect((await login(portal, id(n + 1), asha.password, { ip: near })).status).toBe(200)
    // Somebody who mistypes and then types it right leaves nothing behind either.
    for (let n = 0; n < 15; n++) {
      expect((await login(portal, id(n + 1), 'Wrong000', { ip: near })).status).toBe(401)
      expect((await login(portal, id(n + 1), asha.password, { ip: near })).status).toBe(200)
    }
    expect(portal.services.accounts.loginAlarm()).toBeNull()
  })

  test('case 6: other spellings of a name, and the addresses of one IPv6 site, share a budget', async () => {
    const portal = await portalOf(1)
    for (let n = 0; n < 30; n++)
      await login(portal, ` ${id(200).toLowerCase()} `, 'Wrong000', { ip: `2001:db8:1:${n}::1` })
    expect(portal.services.accounts.loginAlarm()).toBeNull()
    for (let n = 0; n < 11; n++) await login(portal, id(300 + n), 'Wrong000', { ip: `2001:db8:1:${n}::1` })
    expect((await login(portal, id(1), asha.password, { ip: '2001:db8:1:ffff::9' })).status).toBe(202)
    expect((await login(portal, id(1), asha.password, { ip: '2001:db8:2::9' })).status).toBe(200)
  })
})

describe('case 6: one password tried on many login names of the desk', () => {
  const enter = (portal: TestPortal, loginName: string, ip: string, password = 'Wrong-password-1') =>
    browser(portal, {}, ip).post('/mbale/cell/login/admin', { loginName, password })

  test('case 6: beyond the budget its network is refused, parallel or not; a known network of the account is not', async () => {
    const portal = await openPortal({ mode: 'demo', cohort: 0 })
    const admin = await atDesk(portal, 'admin', 'known-admin')
    const { password } = admin
    const tries = await Promise.all(Array.from({ length: 60 }, (_, n) => enter(portal, `name-${n}`, near)))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(30)
    const refused = tries.find(({ status }) => status === 429)!
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.text).toContain('Too many wrong logins came from your network')
    expect((await enter(portal, 'known-admin', near, password)).status).toBe(429)
    // The admin has logged in from this address before. A right password is asked for its second factor.
    for (let n = 0; n < 40; n++) await enter(portal, `other-${n}`, '127.0.0.1')
    expect((await enter(portal, 'known-admin', '127.0.0.1', password)).status).toBe(422)
    expect((await enter(portal, 'known-admin', far, password)).status).toBe(422)
    expect(portal.services.staff.loginAlarm()).not.toBeNull()

    for (const page of ['home', 'health'])
      expect((await admin.get(page)).text).toContain('Very many wrong login names for the desk')
    portal.clock.advance(hours(1) + minutes(1))
    expect((await enter(portal, 'known-admin', near, password)).status).toBe(422)
  })
})

describe('case 6: one date of birth tried on many Application IDs', () => {
  const birthDate = ashasAnswers['personal-details'].dateOfBirth
  async function withAsha() {
    const portal = await openPortal()
    const person = await applicant(portal)
    await person.answer()
    const { lookUp } = portal.services.lookUp
    return { portal, userId: person.userId, lookUp }
  }
  const otherDate = '2002-02-02'

  test('case 6: beyond the budget its network waits for a right date too, at once or in turn; the cell is told', async () => {
    const { portal, userId, lookUp } = await withAsha()
    const tries = Array.from({ length: 260 }, (_, n) => lookUp({ userId: id(200 + n), birthDate }, { ip: near }))
    const answers = await Promise.all(tries)
    expect(answers.filter((found) => !found.ok && found.refusal.code === 'look-up-wrong')).toHaveLength(200)
    expect(await lookUp({ userId, birthDate }, { ip: near })).toMatchObject({
      refusal: { code: 'look-up-later', status: 429, retryAfter: 3600 },
    })
    expect(await lookUp({ userId, birthDate }, { ip: far })).toMatchObject({ ok: true })
    expect(portal.services.lookUp.lookUpAlarm()).toBe(portal.clock.real() + hours(1))
    expect(await portal.sentTo(portal.services.course.contact.email, 'look-up-alarm')).toBe(2) // in each language
    portal.clock.advance(hours(1) + seconds(1))
    expect(await lookUp({ userId, birthDate }, { ip: near })).toMatchObject({ ok: true })
    expect(portal.services.lookUp.lookUpAlarm()).toBeNull()
  })

  test('case 6: the networks of one IPv6 site share the budget, and one ID tried again costs nothing of it', async () => {
    const { portal, userId, lookUp } = await withAsha()
    for (let n = 0; n < 210; n++) await lookUp({ userId: id(200), birthDate }, { ip: `2001:db8:1:${n}::/64` })
    expect(portal.services.lookUp.lookUpAlarm()).toBeNull()
    for (let n = 0; n < 210; n++) await lookUp({ userId: id(300 + n), birthDate }, { ip: `2001:db8:1:${n}::/64` })
    expect(await lookUp({ userId, birthDate }, { ip: '2001:db8:1:ffff::/64' })).toMatchObject({ ok: false })
    expect(await lookUp({ userId, birthDate }, { ip: '2001:db8:2:1::/64' })).toMatchObject({ ok: true })
  })

  test('case 6: a device that has logged in to the ID is not held up', async () => {
    const { portal, userId, lookUp } = await withAsha()
    const { cookies } = await logIn(portal, userId)
    for (let n = 0; n < 210; n++) await lookUp({ userId: id(200 + n), birthDate }, { ip: near })
    const device = cookies.mbale_device!
    expect(await lookUp({ userId, birthDate }, { ip: near, device })).toMatchObject({ ok: true })
    expect(await lookUp({ userId, birthDate: otherDate }, { ip: near, device })).toMatchObject({ ok: false })
    expect(await lookUp({ userId: id(999), birthDate }, { ip: near, device })).toMatchObject({
      refusal: { code: 'look-up-later' },
    })
  })

  test('case 6: sixty people of one café who each mistype once and then get it right use none of the budget', async () => {
    const { portal, userId, lookUp } = await withAsha()
    for (let n = 0; n < 60; n++) {
      await lookUp({ userId: id(500 + n), birthDate }, { ip: near })
      if (n % 4 === 0) expect(await lookUp({ userId, birthDate: otherDate }, { ip: near })).toMatchObject({ ok: false })
      expect(await lookUp({ userId, birthDate }, { ip: near })).toMatchObject({ ok: true })
    }
    expect(portal.services.lookUp.lookUpAlarm()).toBeNull()
  })
})

test('case 6: wrong login OTPs on many accounts count as wrong names; people who mistype one and then type it right do not', async () => {
  const portal = await openPortal({ slugs: ['scd'], course: { loginLimits: { wrongNamesPerNetworkHourly: 3 } } })
  const people = []
  for (let n = 0; n < 5; n++) {
    const mobile = `900000000${n}`
    people.push({ mobile, userId: await register(portal, { ...asha, mobile, email: `p${n}@example.org` }) })
  }
  const wrongly = async ({ userId }: { userId: string }, ip: string) => {
    expect((await login(portal, userId, asha.password, { ip })).status).toBe(202)
    const proof = { userId, password: asha.password, otp: '000000' }
    expect((await portal.api('POST', calls.login, proof, { ip })).status).toBeGreaterThan(400)
  }
  for (const person of people) {
    await wrongly(person, near)
    const proof = { userId: person.userId, password: asha.password, otp: await portal.otpFor(person.mobile) }
    expect((await portal.api('POST', calls.login, proof, { ip: near })).status).toBe(200)
  }
  expect(portal.services.accounts.loginAlarm()).toBeNull()
  portal.clock.advance(minutes(1))
  for (const person of people) await wrongly(person, far)
  expect(portal.services.accounts.loginAlarm()).not.toBeNull()
})

test('case 6: codes of printed documents: a network waits for different wrong ones alone, over a whole IPv6 site', async () => {
  const portal = await openPortal()
  const { verify } = portal.services.printables
  for (let n = 0; n < 70; n++) expect(verify('ABCD-1234', near)).toMatchObject({ refusal: { code: 'unknown-code' } })
  for (let n = 0; n < 59; n++) verify(`ABCD-${n}`, near)
  expect(verify('EFGH', near)).toMatchObject({ refusal: { code: 'too-often', retryAfter: 600 } })
  expect(verify('EFGH', far)).toMatchObject({ refusal: { code: 'unknown-code' } })
  for (let n = 0; n < 60; n++) verify(`ABCD-${n}`, `2001:db8:1:${n}::/64`)
  expect(verify('EFGH', '2001:db8:1:ffff::/64')).toMatchObject({ refusal: { code: 'too-often' } })
})
