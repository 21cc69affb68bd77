import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { permissionNames } from '#server/domain/terms/permissions.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import {
  asha,
  browser,
  calls,
  folderOfTest,
  logIn,
  openPortal,
  register,
  signIn,
  type TestPortal,
} from '#tests/support/portal.ts'

const phone = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
}
const desktop = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0' }

const refresh = (portal: TestPortal, mbale_refresh: string) =>
  portal.api('GET', calls.refresh, undefined, { cookies: { mbale_refresh } })
const isIn = async (portal: TestPortal, token: string) =>
  (await portal.api('POST', calls.userDetails, undefined, { token })).status === 200

test('a bearer lasts a quarter of an hour, a session twelve hours', async () => {
  const portal = await openPortal()
  const { token, cookies } = await signIn(portal)
  portal.clock.advance(minutes(15) - 1)
  expect(await isIn(portal, token)).toBe(true)
  portal.clock.advance(1)
  const late = await portal.api('POST', calls.userDetails, undefined, { token })
  expect([late.status, late.body.code]).toEqual([401, 'session-expired'])
  expect((await browser(portal, cookies).get('dashboard')).status).toBe(200)
  portal.clock.advance(hours(12) - minutes(15))
  expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
  expect((await refresh(portal, cookies.mbale_refresh!)).status).toBe(401)
})

test('moving the clock of the portal ends no session: sessions run on real time', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  portal.clock.set((portal.clock.portal() + hours(1000)) as never)
  expect(await isIn(portal, token)).toBe(true)
})

test('the refresh cookie gives a new bearer and is replaced', async () => {
  const portal = await openPortal()
  const { token, cookies } = await signIn(portal)
  const answer = await refresh(portal, cookies.mbale_refresh!)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    message: 'Done.',
    data: { token: expect.any(String), expiresAt: new Date(portal.clock.real() + minutes(15)).toISOString() },
  })
  expect(answer.cookies.mbale_refresh).not.toBe(cookies.mbale_refresh)
  expect(answer.body.data.token).not.toBe(token)
  expect(await isIn(portal, answer.body.data.token)).toBe(true)
  expect(await isIn(portal, token)).toBe(true) // a request already on its way with the old bearer still arrives
})

test('a missing or made-up refresh cookie gives no bearer and is cleared', async () => {
  const portal = await openPortal()
  const none = await portal.api('GET', calls.refresh)
  expect([none.status, none.body.code]).toEqual([401, 'session-expired'])
  const madeUp = await refresh(portal, 'x'.repeat(32))
  expect([madeUp.status, madeUp.cookies]).toEqual([401, { mbale_refresh: '' }])
})

test('refreshing works for twelve hours and then ends', async () => {
  const portal = await openPortal()
  let { mbale_refresh } = (await signIn(portal)).cookies
  for (let quarter = 1; quarter < 48; quarter++) {
    portal.clock.advance(minutes(15))
    const answer = await refresh(portal, mbale_refresh!)
    expect(answer.status).toBe(200)
    mbale_refresh = answer.cookies.mbale_refresh
  }
  portal.clock.advance(minutes(15))
  expect((await refresh(portal, mbale_refresh!)).status).toBe(401)
})

test('the details response is spelled as in rules §15.3, under both of its names', async () => {
  const portal = await openPortal()
  const { token, userId } = await signIn(portal)
  const details = await portal.api('POST', calls.details, undefined, { token })
  const user = await portal.api('POST', calls.userDetails, {}, { token })
  expect(details.status).toBe(200)
  expect(details.body).toEqual(user.body)
  expect(details.body.data).toEqual({
    id: expect.any(Number),
    full_name: asha.fullName,
    user_id: userId,
    fill_status: 0,
    lock_form: 0,
    isarcconfirmed: 0,
    discrepancy: 0,
    isGrievance: 0,
    mode: 0,
    isCandidateinFinalMerit: false,
    isCandidateinProMerit: false,
    isCandidateAllotmentRound1: false,
    isCandidateAllotmentRound2: false,
    isCandidateAllotmentRound3: false,
    isCgpaUploaded: false,
    isCandidateCancel: false,
    isCandidateCancelPrint: false,
    isconvert_payment_status: 'N',
    isconvert_fee: 0,
    isconvert_paid_amt: 0,
    paid_amt: 0,
    diff_amt_paid: 0,
    permissions: Object.fromEntries(
      permissionNames.map((name) => [
        name,
        ['dashboard', 'print', 'message', 'password', 'feedback', 'form', 'scrutiny'].includes(name),
      ]),
    ),
    locked: null,
  })
  expect(Object.keys(details.body.data.permissions)).toHaveLength(19)
})

test("a locked candidate reads the lock's text in the details, in the requested language", async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  portal.services.db.sqlite
    .prepare('INSERT INTO applications (candidate_id, mode, submitted_at) VALUES (1, 1, ?)')
    .run(portal.clock.portal())
  const english = (await portal.api('POST', calls.details, undefined, { token })).body.data
  const headers = { 'accept-language': 'mr' }
  const marathi = (await portal.api('POST', calls.details, undefined, { token, headers })).body.data
  expect(english).toMatchObject({ fill_status: 8, lock_form: 1, mode: 1, permissions: { form: false, print: true } })
  expect(english.locked).toMatch(/lock/i)
  expect(marathi.locked).toMatch(/[\u0900-\u097F]/)
})

test('getCandidateName returns only the name', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal)
  const { status, body } = await portal.api('GET', calls.name, undefined, { token })
  expect([status, body]).toEqual([200, { message: 'Done.', data: { full_name: asha.fullName } }])
})

test('getLoginDetails lists this login, the one before it, and every open session', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const first = await logIn(portal, userId, asha, { headers: phone })
  portal.clock.advance(minutes(1))
  const second = await logIn(portal, userId, asha, { headers: desktop })
  const at = portal.clock.real()
  const { body } = await portal.api('GET', calls.logins, undefined, { token: second.token })
  const older = { at: new Date(at - 60_000).toISOString(), device: 'Chrome, Android', endedAt: null, current: false }
  const newer = { at: new Date(at).toISOString(), device: 'Firefox, Windows', endedAt: null, current: true }
  expect(body.data).toEqual({ current: newer, previous: older, sessions: [newer, older] })
  const fromFirst = await portal.api('GET', calls.logins, undefined, { token: first.token })
  expect(fromFirst.body.data).toEqual({
    current: { ...older, current: true },
    previous: null,
    sessions: [
      { ...newer, current: false },
      { ...older, current: true },
    ],
  })
})

test('logging out ends only this login: page, bearer and refresh; other devices stay logged in', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const here = await logIn(portal, userId)
  const there = await logIn(portal, userId)
  const screen = browser(portal, here.cookies)
  const out = await screen.post('logout')
  expect([out.status, out.headers.location]).toEqual([303, '/mbale/candidate/home'])
  expect(Object.keys(screen.jar)).toEqual(['mbale_device', 'mbale_flash'])
  expect(await isIn(portal, here.token)).toBe(false)
  expect((await browser(portal, here.cookies).get('dashboard')).status).toBe(303)
  expect((await refresh(portal, here.cookies.mbale_refresh!)).status).toBe(401)
  expect(await isIn(portal, there.token)).toBe(true)
  const { sessions, previous } = (await portal.api('GET', calls.logins, undefined, { token: there.token })).body.data
  expect(sessions).toHaveLength(1)
  expect(previous.endedAt).toBe(new Date(portal.clock.real()).toISOString())
})

test('case 9: a login ended in one process ends in every other one that has seen it', async () => {
  const dataDir = folderOfTest()
  const [one, other] = [await openPortal({ dataDir }), await openPortal({ dataDir })]
  const { token, cookies } = await signIn(one)
  const screen = browser(other, cookies)
  expect((await screen.get('dashboard')).status).toBe(200)
  expect((await other.api('POST', calls.details, undefined, { token })).status).toBe(200)
  const words = { currentPassword: asha.password, password: 'NewPass1', confirmPassword: 'NewPass1' }
  expect((await one.api('POST', calls.changePassword, words, { token })).status).toBe(200)
  await pause(250)
  expect((await screen.get('dashboard')).status).toBe(303)
  expect((await other.api('POST', calls.details, undefined, { token })).status).toBe(401)
})

test('a visitor who logs out is redirected home', async () => {
  const portal = await openPortal()
  expect((await browser(portal).post('logout')).headers.location).toBe('/mbale/candidate/home')
})

test('logging in again in the same browser ends its earlier login', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const first = await logIn(portal, userId)
  const second = await logIn(portal, userId, asha, { cookies: first.cookies })
  expect(await isIn(portal, first.token)).toBe(false)
  expect(await isIn(portal, second.token)).toBe(true)
  portal.clock.advance(seconds(11))
  expect((await refresh(portal, first.cookies.mbale_refresh!)).status).toBe(401)
})

test.each([
  ['POST', calls.details],
  ['POST', calls.userDetails],
  ['GET', calls.name],
  ['GET', calls.logins],
  ['GET', calls.whatsapp],
  ['POST', calls.verifyEmail],
  ['POST', calls.changePassword],
  ['POST', calls.otp],
  ['POST', calls.mobile],
] as const)('%s %s requires a bearer; a cookie does not count', async (method, call) => {
  const portal = await openPortal()
  const { cookies, token } = await signIn(portal)
  const before = await portal.contents()
  for (const from of [
    {},
    { cookies },
    { token: 'x'.repeat(32) },
    { headers: { authorization: `Basic ${token}` } },
    { headers: { authorization: `Bearer ${token}x` } },
    { headers: { authorization: `Bearer ${cookies.mbale_session}` } },
    { headers: { authorization: `Bearer ${cookies.mbale_refresh}` } },
  ]) {
    const answer = await portal.api(method, call, method === 'POST' ? {} : undefined, from)
    expect([answer.status, answer.body.code]).toEqual([401, 'session-expired'])
  }
  expect(await portal.contents()).toBe(before)
})
