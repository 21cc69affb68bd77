import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { hours } from '#server/kernel/time.ts'
import { atDesk, type DeskBrowser, deskBrowser, deskPassword } from '#tests/support/desk.ts'
import { asha, openPortal, register, type TestPortal, viewOf } from '#tests/support/portal.ts'

const saidOn = async (screen: DeskBrowser) => viewOf<View>(await screen.get('staff')).flash?.text ?? ''
const account = (portal: TestPortal, name: string) =>
  portal.services.staff.list().find(({ loginName }) => loginName === name)
const waiting = (portal: TestPortal) =>
  portal.services.db.sqlite
    .prepare("SELECT id FROM staff_changes WHERE state = 'prepared' ORDER BY id")
    .pluck()
    .all() as number[]
const release = (screen: DeskBrowser, change: number) =>
  screen.post('staff', { decision: 'release', change: String(change) })
const newAdmin = { loginName: 'third', fullName: 'Third Admin', role: 'admin' }

/** Logs in with a one-time password and completes the duties of a new account, except the second factor. */
async function settle(portal: TestPortal, loginName: string, password: string, desk = 'admin') {
  const screen = deskBrowser(portal)
  expect((await screen.post(`login/${desk}`, { loginName, password })).status).toBe(303)
  const passwords = { currentPassword: password, password: deskPassword, confirmPassword: deskPassword }
  expect((await screen.post('account', passwords)).status).toBe(303)
  portal.services.db.sqlite
    .prepare("UPDATE staff SET totp_enabled_at = 1, totp_secret = 'x' WHERE login_name = ?")
    .run(loginName)
  return screen
}

/** The second admin's release of a new admin, who then works with the first one. */
async function thirdAdmin(portal: TestPortal, first: DeskBrowser, second: DeskBrowser) {
  await first.post('staff', newAdmin)
  await release(second, waiting(portal)[0]!)
  const password = /One-time password: (\S+)/.exec(await saidOn(second))![1]!
  return settle(portal, 'third', password)
}

describe('H7: an admin alone', () => {
  test('case 82: creates no second admin', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const asked = await admin.post('staff', newAdmin)
    expect([asked.status, await saidOn(admin)]).toEqual([303, 'The change of third is waiting for another admin.'])
    expect(account(portal, 'third')).toBeUndefined()
    const own = await release(admin, waiting(portal)[0]!)
    expect([own.status, account(portal, 'third')]).toEqual([403, undefined])
  })

  test.each(['reset-password', 'reset-second-factor'])('case 82: does not %s of another admin', async (intent) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const other = await atDesk(portal, 'admin', 'admin-2')
    const before = portal.services.db.sqlite.prepare('SELECT * FROM staff ORDER BY id').all()
    expect((await admin.post('staff', { intent, staffId: String(other.id) })).status).toBe(303)
    expect(portal.services.db.sqlite.prepare('SELECT * FROM staff ORDER BY id').all()).toEqual(before)
    expect((await other.get('home')).status).toBe(200)
  })

  test('case 82: does not enable an admin who was disabled', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const gone = await atDesk(portal, 'admin', 'gone')
    await admin.post('staff', { intent: 'disable', staffId: String(gone.id) })
    await admin.post('staff', { intent: 'enable', staffId: String(gone.id) })
    expect(account(portal, 'gone')).toMatchObject({ isDisabled: true })
  })

  test('case 82: releases nothing with two accounts of their making', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const userId = await register(portal, asha)
    const helpers = []
    for (const loginName of ['fc.one', 'fc.two']) {
      await admin.post('staff', { loginName, fullName: 'Meena Gaikwad', role: 'ro', region: 'pune' })
      const password = /One-time password: (\S+)/.exec(await saidOn(admin))![1]!
      helpers.push(await settle(portal, loginName, password, 'ro'))
    }
    const [one, two] = helpers as [DeskBrowser, DeskBrowser]
    await one.post(`help-desk/${userId}`, {
      intent: 'lost-mobile',
      newMobile: '9123456789',
      repeatedMobile: '9123456789',
      seen: 'passport',
      note: 'The face is the one in the photograph.',
    })
    const request = portal.services.db.sqlite.prepare('SELECT id FROM mobile_requests').pluck().get()
    expect(request).toBeDefined()
    const decision = { intent: 'release-mobile', request: String(request) }
    expect((await two.post(`help-desk/${userId}`, decision)).status).toBe(403)
    portal.clock.advance(hours(72))
    const later = await atDesk(portal, 'ro')
    expect((await later.post(`help-desk/${userId}`, decision)).status).toBe(303)
  })
})

describe('another admin', () => {
  test('releases a new admin and sees the one-time password', async () => {
    const portal = await openPortal()
    const [first, second] = [await atDesk(portal, 'admin'), await atDesk(portal, 'admin', 'admin-2')]
    const third = await thirdAdmin(portal, first, second)
    expect((await third.get('staff')).status).toBe(200)
    expect(account(portal, 'third')).toMatchObject({ role: 'admin' })
  })

  test.each([
    ['preparer', 0],
    ['releaser', 1],
  ])('case 82: of a new admin, its %s and the new admin count as one person for 72 hours', async (_, maker) => {
    const portal = await openPortal()
    const makers = [await atDesk(portal, 'admin'), await atDesk(portal, 'admin', 'admin-2')] as const
    const third = await thirdAdmin(portal, ...makers)
    await makers[maker]!.post('staff', { ...newAdmin, loginName: 'fourth' })
    const change = waiting(portal)[0]!
    expect((await release(third, change)).status).toBe(403)
    portal.clock.advance(hours(72))
    const later = deskBrowser(portal)
    later.jar.mbale_desk = portal.services.staff.openFor('third', { network: '127.0.0.1', device: '—' })!
    expect((await release(later, change)).status).toBe(303)
    expect(account(portal, 'fourth')).toBeDefined()
  })

  test('refuses a change, which then has no effect', async () => {
    const portal = await openPortal()
    const [first, second] = [await atDesk(portal, 'admin'), await atDesk(portal, 'admin', 'admin-2')]
    await first.post('staff', newAdmin)
    const change = waiting(portal)[0]!
    await second.post('staff', { decision: 'refuse', change: String(change) })
    expect((await release(second, change)).status).toBe(409)
    expect(account(portal, 'third')).toBeUndefined()
  })

  test('does not release a reset of their own account', async () => {
    const portal = await openPortal()
    const [first, second] = [await atDesk(portal, 'admin'), await atDesk(portal, 'admin', 'admin-2')]
    await first.post('staff', { intent: 'reset-password', staffId: String(second.id) })
    expect((await release(second, waiting(portal)[0]!)).status).toBe(403)
  })

  test('is asked once for one change', async () => {
    const portal = await openPortal()
    const first = await atDesk(portal, 'admin')
    await first.post('staff', newAdmin)
    expect((await first.post('staff', newAdmin)).status).toBe(409)
    expect(waiting(portal)).toHaveLength(1)
  })

  test('cannot release a new admin if the login name is no longer free', async () => {
    const portal = await openPortal()
    const [first, second] = [await atDesk(portal, 'admin'), await atDesk(portal, 'admin', 'admin-2')]
    await first.post('staff', newAdmin)
    await first.post('staff', { ...newAdmin, role: 'so' })
    expect((await release(second, waiting(portal)[0]!)).status).toBe(409)
    expect(account(portal, 'third')).toMatchObject({ role: 'so' })
  })
})

describe('the command line', () => {
  test('case 82: makes the first two admins and no third one', async () => {
    const portal = await openPortal()
    const { staff } = portal.services
    expect([(await staff.createAdmin('one')).ok, (await staff.createAdmin('two')).ok]).toEqual([true, true])
    expect(await staff.createAdmin('three')).toMatchObject({ ok: false, refusal: { code: 'admins-exist' } })
  })

  test('creates an admin in place of one whose account is disabled', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const lost = await atDesk(portal, 'admin', 'lost')
    await admin.post('staff', { intent: 'disable', staffId: String(lost.id) })
    expect((await portal.services.staff.createAdmin('next')).ok).toBe(true)
  })
})

test('the demo’s two admins release each other’s work', async () => {
  const portal = await openPortal({ mode: 'demo' })
  const { releases } = portal.services
  const [admin, second] = ['admin', 'admin-2'].map((name) => account(portal, name)!)
  expect(releases.isSecondPerson([admin!.id], second!)).toBe(true)
})
