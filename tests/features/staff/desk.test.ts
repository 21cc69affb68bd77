import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { createCodes } from '#server/features/content/printables/codes.ts'
import { totpCode } from '#server/features/desk/staff/totp.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import { atDesk, deskBrowser, deskPassword } from '#tests/support/desk.ts'
import { type Answer, faultsOf, folderOfTest, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

/** The first admin of a new portal, as the command line creates them. */
async function firstAdmin(portal: TestPortal, loginName = 'nitin') {
  const made = await portal.services.staff.createAdmin(loginName)
  if (!made.ok) throw new Error('not made')
  return made.value
}

const messageOf = (answer: Answer) => viewOf(answer).form?.message
const leadsTo = ({ status, headers }: Answer) => [status, headers.location]
const acts = (portal: TestPortal) =>
  portal.services.db.sqlite
    .prepare('SELECT act FROM audit_log ORDER BY id')
    .all()
    .map((row) => (row as { act: string }).act)

/** The secret that the account page shows while the second factor waits. */
const secretOn = (answer: Answer) =>
  viewOf<{ data: { secondFactor: { secret: string } } }>(answer).data.secondFactor.secret

/** From the one-time password to an account without duties, as every new member of a live portal does it. */
async function settleIn(portal: TestPortal, given: { loginName: string; password: string }, desk = 'admin') {
  const screen = deskBrowser(portal)
  await screen.post(`login/${desk}`, given)
  const passwords = { currentPassword: given.password, password: deskPassword, confirmPassword: deskPassword }
  await screen.post('account', passwords)
  await screen.post('account', { intent: 'begin-second-factor' })
  const secret = secretOn(await screen.get('account'))
  await screen.post('account', { totp: totpCode(secret, portal.clock.real()) })
  return { ...screen, secret }
}

describe('the first day of a live portal', () => {
  test('the first admin chooses a password, sets up the second factor, and only then sees the desk', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const screen = deskBrowser(portal)
    expect(leadsTo(await screen.get('staff'))).toEqual([303, '/mbale/cell/login/admin?next=%2Fmbale%2Fcell%2Fstaff'])
    const door = 'login/admin?next=%2Fmbale%2Fcell%2Fstaff'
    expect((await screen.get(door)).text).toContain('After the login the page opens that was asked for.')
    const ended = deskBrowser(portal)
    ended.jar.mbale_desk = 'a session that has ended'
    expect((await ended.get(door)).text).toContain('The session has ended.')
    expect((await ended.get('login/admin?next=//evil.example')).text).not.toContain('The session has ended.')
    const login = await screen.post(door, given)
    expect(leadsTo(login)).toEqual([303, '/mbale/cell/staff'])

    for (const page of ['staff', 'home', 'audit']) {
      expect(leadsTo(await screen.get(page))).toEqual([303, '/mbale/cell/account'])
    }
    expect((await screen.get('account')).text).toContain('Choose a password of your own')
    const passwords = { currentPassword: given.password, password: deskPassword, confirmPassword: deskPassword }
    expect(leadsTo(await screen.post('account', passwords))).toEqual([303, '/mbale/cell/home'])
    expect(leadsTo(await screen.get('home'))).toEqual([303, '/mbale/cell/account'])

    expect((await screen.get('account')).text).toContain('Set up your second factor')
    await screen.post('account', { intent: 'begin-second-factor' })
    const page = await screen.get('account')
    expect(page.text).toMatch(/<svg [^>]*role="img"[^>]*><path d="M/)
    const code = totpCode(secretOn(page), portal.clock.real())
    expect(faultsOf(await screen.post('account', { totp: '000000' }))).toHaveProperty('totp')
    expect(leadsTo(await screen.post('account', { totp: code }))).toEqual([303, '/mbale/cell/home'])

    const home = await screen.get('home')
    expect(home.status).toBe(200)
    for (const line of ['Prepare', 'People', 'My account']) expect(home.text).toContain(line)
    expect(acts(portal)).toEqual(['staff.created', 'staff.login', 'staff.password-changed', 'staff.second-factor-set'])
  })

  test('the secret of the second factor is not readable in the database, and not shown once it is on', async () => {
    const portal = await openPortal()
    const { secret, get } = await settleIn(portal, await firstAdmin(portal))
    const stored = JSON.stringify(portal.services.db.sqlite.prepare('SELECT * FROM staff').all())
    expect(stored).not.toContain(secret)
    expect((await get('account')).text).not.toContain(secret)
  })

  test('a demo asks for no second factor', async () => {
    const portal = await openPortal({ mode: 'demo' })
    const screen = deskBrowser(portal)
    expect(leadsTo(await screen.post('login/so', { loginName: 'so', password: 'Demo1234' }))).toEqual([
      303,
      '/mbale/cell/home',
    ])
    expect((await screen.get('home')).status).toBe(200)
  })
})

describe('logging in', () => {
  test('with a second factor, the password alone opens nothing, and a code serves once', async () => {
    const portal = await openPortal()
    const { secret } = await settleIn(portal, await firstAdmin(portal))
    portal.clock.advance(minutes(2))
    const screen = deskBrowser(portal)
    const proof = { loginName: 'nitin', password: deskPassword }
    expect(faultsOf(await screen.post('login/admin', proof))).toEqual({
      totp: 'Enter the code from your authenticator',
    })
    expect(faultsOf(await screen.post('login/admin', { ...proof, totp: '123456' }))).toHaveProperty('totp')
    const totp = totpCode(secret, portal.clock.real())
    expect(leadsTo(await screen.post('login/admin', { ...proof, totp }))).toEqual([303, '/mbale/cell/home'])
    const again = await deskBrowser(portal).post('login/admin', { ...proof, totp })
    expect(faultsOf(again).totp).toContain('used already')
  })

  test('a changed SECRET locks nobody out: the second factor opens beside the earlier secret, and alone once sealed anew', async () => {
    const dataDir = folderOfTest()
    const [before, now] = ['an earlier secret of this portal 1', 'a new secret of this portal, just now']
    const opened = (config: { secret: string; previousSecret?: string }) => openPortal({ dataDir, config })
    const old = await opened({ secret: before })
    const { secret } = await settleIn(old, await firstAdmin(old))
    const paper = { kind: 'application-form', candidateId: 1, number: 1 } as const
    const code = createCodes({ secret: before }, 'mbale', old.services.identity.epochs).issue(paper)
    await old.close()

    let turn = 0
    const logsIn = async (config: { secret: string; previousSecret?: string }) => {
      const portal = await opened(config)
      portal.clock.advance(minutes(2 * ++turn))
      const proof = { loginName: 'nitin', password: deskPassword, totp: totpCode(secret, portal.clock.real()) }
      const { status } = await deskBrowser(portal).post('login/admin', proof)
      return { portal, isIn: status === 303 }
    }
    const changed = await logsIn({ secret: now })
    expect(changed.isIn).toBe(false)
    await changed.portal.close()

    const both = await logsIn({ secret: now, previousSecret: before })
    expect(both.isIn).toBe(true)
    const { db, staff, identity } = both.portal.services
    const known = createCodes({ secret: now, previousSecret: before }, 'mbale', identity.epochs)
    expect(known.read(code)?.printed).toEqual(paper)
    expect(known.issue(paper)).not.toBe(code)
    db.sqlite.exec(`INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, totp_secret, created_at)
      VALUES ('lost', 'Somebody', 'so', '', 0, 'sealed by nobody', 0)`)
    expect(db.transact(() => staff.secondFactor.renewSeals())).toEqual({ renewed: 1, lost: 1 })
    expect(
      db.transact(() => staff.secondFactor.renewSeals()),
      'a second time',
    ).toEqual({ renewed: 0, lost: 1 })
    await both.portal.close()

    const alone = await logsIn({ secret: now })
    expect(alone.isIn).toBe(true)
    expect(createCodes({ secret: now }, 'mbale', identity.epochs).read(code)).toBeNull()
  })

  test('a stolen password with guessed codes from many networks is refused after thirty guesses', async () => {
    const portal = await openPortal()
    const { secret } = await settleIn(portal, await firstAdmin(portal))
    portal.clock.advance(minutes(2))
    const proof = { loginName: 'nitin', password: deskPassword }
    const right = () => totpCode(secret, portal.clock.real())
    for (let n = 0; n < 30; n++) {
      await deskBrowser(portal, `10.8.${n}.1`).post('login/admin', {
        ...proof,
        totp: right() === '123456' ? '1' : '123456',
      })
    }
    const stranger = await deskBrowser(portal, '10.7.1.1').post('login/admin', { ...proof, totp: right() })
    expect(faultsOf(stranger)).toHaveProperty('totp')
    expect((await deskBrowser(portal).post('login/admin', { ...proof, totp: right() })).status).toBe(303)
    portal.clock.advance(hours(25))
    const later = await deskBrowser(portal, '10.7.1.1').post('login/admin', { ...proof, totp: right() })
    expect(later.status).toBe(303)
  })

  test('an unknown name, a wrong password and a disabled account look alike', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const officer = await atDesk(portal, 'so')
    const actor = { ...admin, role: 'admin' as const, sessionId: 0, csrf: '', duty: null, fullName: '', ...nowhere }
    portal.services.staff.disable(actor, officer.id)
    for (const proof of [
      { loginName: 'nobody', password: 'Whatever-1' },
      { loginName: 'admin', password: 'Whatever-1' },
      { loginName: 'so', password: officer.password },
    ]) {
      const answer = await deskBrowser(portal).post('login/so', proof)
      expect([answer.status, messageOf(answer)]).toEqual([401, 'Login name or password is wrong.'])
    }
  })

  test('an account of another desk is refused, and learns why only with the right password', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const answer = await deskBrowser(portal).post('login/fc', given)
    expect([answer.status, messageOf(answer)]).toEqual([403, expect.stringContaining('another desk')])
    expect((await deskBrowser(portal).post('login/fc', { ...given, password: 'Wrong-0000' })).status).toBe(401)
  })

  test('guesses are slowed by network; the owner still logs in from a known one', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const owner = deskBrowser(portal, '10.1.1.1')
    await owner.post('login/admin', given)
    const guess = (ip: string) => deskBrowser(portal, ip).post('login/admin', { ...given, password: 'Guess-0000' })
    for (let n = 0; n < 10; n++) expect((await guess('10.9.9.9')).status).toBe(401)
    const held = await guess('10.9.9.9')
    expect([held.status, Number(held.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await deskBrowser(portal, '10.9.9.9').post('login/admin', given)).status).toBe(429)
    for (let n = 0; n < 95; n++) await guess(`10.8.${n}.1`)
    expect((await guess('10.7.1.1')).status).toBe(429)
    expect((await deskBrowser(portal, '10.1.1.1').post('login/admin', given)).status).toBe(303)
    portal.clock.advance(minutes(16))
    expect((await deskBrowser(portal, '10.9.9.9').post('login/admin', given)).status).toBe(303)
  })

  test('a typed login name is never recorded; a refused login of a known one is', async () => {
    const portal = await openPortal()
    await firstAdmin(portal)
    await deskBrowser(portal).post('login/admin', { loginName: 'my-secret-passw0rd', password: 'x' })
    expect(acts(portal)).toEqual(['staff.created'])
    await deskBrowser(portal).post('login/admin', { loginName: 'nitin', password: 'x' })
    expect(acts(portal)).toEqual(['staff.created', 'staff.login-refused'])
    const all = JSON.stringify(portal.services.db.sqlite.prepare('SELECT * FROM audit_log').all())
    expect(all).not.toContain('my-secret')
  })

  test('an unknown desk has no page', async () => {
    const portal = await openPortal()
    expect((await deskBrowser(portal).get('login/nobody')).status).toBe(404)
  })
})

const nowhere = { centre: null, region: null, institute: null }

describe('a session', () => {
  test('belongs to the desk alone: no other page receives its cookie, and no script reads it', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const login = await portal.ask('POST', '/mbale/cell/login/admin', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(given).toString(),
    })
    const cookie = [login.headers['set-cookie']].flat().find((line) => line?.startsWith('mbale_desk='))
    expect(cookie).toMatch(/Path=\/mbale\/cell\/; HttpOnly; Secure; SameSite=Strict/)
  })

  test('ends after half an hour of inactivity, and after twelve hours in any case', async () => {
    const portal = await openPortal()
    const screen = await atDesk(portal, 'so')
    portal.clock.advance(minutes(29))
    expect((await screen.get('home')).status).toBe(200)
    portal.clock.advance(minutes(29))
    expect((await screen.get('home')).status).toBe(200)
    portal.clock.advance(minutes(30))
    expect((await screen.get('home')).status).toBe(303)

    const worker = await atDesk(portal, 'so', 'so-2')
    for (let worked = 0; worked < hours(12) - minutes(20); worked += minutes(20)) {
      portal.clock.advance(minutes(20))
      expect((await worker.get('home')).status).toBe(200)
    }
    portal.clock.advance(minutes(20) + seconds(1))
    expect((await worker.get('home')).status).toBe(303)
  })

  test('ends with the logout, which leads to the login it came from', async () => {
    const portal = await openPortal()
    const screen = await atDesk(portal, 'institute')
    await screen.get('home')
    const { mbale_desk: cookie } = screen.jar
    expect(leadsTo(await screen.post('logout'))).toEqual([303, '/mbale/cell/login/institute'])
    screen.jar.mbale_desk = cookie!
    expect((await screen.get('home')).status).toBe(303)
    expect(acts(portal)).toContain('staff.logout')
  })

  test('leads back to the login that was used last', async () => {
    const portal = await openPortal({ mode: 'demo' })
    const screen = deskBrowser(portal)
    await screen.post('login/so', { loginName: 'so', password: 'Demo1234' })
    delete screen.jar.mbale_desk
    expect(leadsTo(await screen.get('account'))).toEqual([303, '/mbale/cell/login/so?next=%2Fmbale%2Fcell%2Faccount'])
  })

  test('a new password ends every other session; others can be ended without it', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const [here, there] = [deskBrowser(portal), deskBrowser(portal)]
    await here.post('login/admin', given)
    await there.post('login/admin', given)
    const passwords = { currentPassword: given.password, password: deskPassword, confirmPassword: deskPassword }
    await here.post('account', passwords)
    expect(leadsTo(await there.get('account'))[0]).toBe(303)
    expect((await here.get('account')).status).toBe(200)
  })

  test('is not valid in another portal', async () => {
    const portal = await openPortal({ slugs: ['mbale', 'scd'] })
    const screen = await atDesk(portal, 'admin')
    const answer = await portal.ask('GET', '/scd/cell/home', {
      cookies: { scd_desk: screen.jar.mbale_desk!, mbale_desk: screen.jar.mbale_desk! },
    })
    expect(answer.status).toBe(303)
  })
})

describe('choosing a password', () => {
  test.each([
    ['too short', { password: 'Short-1', confirmPassword: 'Short-1' }, 'password'],
    ['without a number', { password: 'Only-letters', confirmPassword: 'Only-letters' }, 'password'],
    ['two different entries', { password: deskPassword, confirmPassword: 'Another-Passw0rd' }, 'confirmPassword'],
    ['a wrong old password', { currentPassword: 'Wrong-0000' }, 'currentPassword'],
  ])('%s: refused', async (_, change, field) => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const screen = deskBrowser(portal)
    await screen.post('login/admin', given)
    const answer = await screen.post('account', {
      currentPassword: given.password,
      password: deskPassword,
      confirmPassword: deskPassword,
      ...change,
    })
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
  })

  test('the one-time password is refused as a choice', async () => {
    const portal = await openPortal()
    const given = await firstAdmin(portal)
    const screen = deskBrowser(portal)
    await screen.post('login/admin', given)
    const same = { currentPassword: given.password, password: given.password, confirmPassword: given.password }
    expect(faultsOf(await screen.post('account', same))).toHaveProperty('password')
  })
})

describe('an admin', () => {
  /** The message on the page after the redirect. */
  const said = async (screen: { get(path: string): Promise<Answer> }) =>
    viewOf<View>(await screen.get('staff')).flash!.text

  test('sees when each account logged in last, and which never did', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    await admin.post('staff', { loginName: 'meena.pune', fullName: 'Meena Gaikwad', role: 'fc', centre: 'FC02' })
    type Rows = { data: { list: { rows: { loginName: string; lastLogin: string | null }[] } } }
    const { rows } = viewOf<Rows>(await admin.get('staff')).data.list
    expect(rows.find(({ loginName }) => loginName === 'admin')!.lastLogin).toMatch(/\d\d:\d\d$/)
    expect(rows.find(({ loginName }) => loginName === 'meena.pune')!.lastLogin).toBe(null)
    expect((await admin.get('staff')).text).toContain('Never')
  })

  test('makes an account: its one-time password appears once, and opens only the account page', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const made = await admin.post('staff', {
      loginName: 'Meena.Pune',
      fullName: 'Meena Gaikwad',
      role: 'fc',
      centre: 'FC02',
    })
    expect(leadsTo(made)).toEqual([303, '/mbale/cell/staff'])
    const text = await said(admin)
    const password = /One-time password: (\S+)/.exec(text)![1]!
    expect((await admin.get('staff')).text).not.toContain(password)
    const meena = deskBrowser(portal)
    await meena.post('login/fc', { loginName: 'meena.pune', password })
    expect(leadsTo(await meena.get('home'))).toEqual([303, '/mbale/cell/account'])
    expect(portal.services.staff.list().find(({ loginName }) => loginName === 'meena.pune')).toMatchObject({
      role: 'fc',
      centre: 'FC02',
      region: null,
      mustChangePassword: true,
    })
  })

  test.each([
    ['a centre without its code', { role: 'fc' }, 'centre'],
    ['a centre that does not exist', { role: 'fc', centre: 'FC99' }, 'centre'],
    ['a regional office without its region', { role: 'ro' }, 'region'],
    ['an institute without its code', { role: 'institute' }, 'institute'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['a name that is taken', { role: 'so', loginName: 'admin' }, 'loginName'],
    ['a name with a space', { role: 'so', loginName: 'a b' }, 'loginName'],
  ])('cannot make %s', async (_, change, field) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const before = portal.services.staff.list().length
    const answer = await admin.post('staff', { loginName: 'somebody', fullName: 'Some Body', ...change })
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, [field]])
    expect(portal.services.staff.list()).toHaveLength(before)
  })

  test('resets a password: open sessions end and the old password fails', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const officer = await atDesk(portal, 'so')
    await admin.post('staff', { intent: 'reset-password', staffId: String(officer.id) })
    const password = /for so: (\S+)/.exec(await said(admin))![1]!
    expect((await officer.get('home')).status).toBe(303)
    expect(password).not.toBe(officer.password)
    expect((await deskBrowser(portal).post('login/so', { loginName: 'so', password: officer.password })).status).toBe(
      401,
    )
  })

  test('removes a lost second factor: the password leads to a new one and nothing else', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const officer = await atDesk(portal, 'so')
    await admin.post('staff', { intent: 'reset-second-factor', staffId: String(officer.id) })
    const again = deskBrowser(portal)
    const login = await again.post('login/so', { loginName: 'so', password: officer.password })
    expect(login.status).toBe(303)
    expect(leadsTo(await again.get('home'))).toEqual([303, '/mbale/cell/account'])
  })

  test('the password alone gives nobody access or the secret while the owner sets up a new second factor', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const given = { loginName: 'so', password: (await atDesk(portal, 'so')).password }
    const id = portal.services.staff.list().find(({ loginName }) => loginName === 'so')!.id
    await admin.post('staff', { intent: 'reset-second-factor', staffId: String(id) })
    const [stranger, owner] = [deskBrowser(portal), deskBrowser(portal)]
    const begin = { intent: 'begin-second-factor' }
    const code = async () => totpCode(secretOn(await owner.get('account')), portal.clock.real())

    await stranger.post('login/so', given)
    await owner.post('login/so', given)
    await owner.post('account', begin)
    const shown = await code()
    expect(leadsTo(await stranger.get('account'))[0]).toBe(303)
    await stranger.post('login/so', given)
    expect(secretOn(await stranger.get('account'))).toBeUndefined()
    expect(faultsOf(await owner.post('account', { totp: shown }))).toHaveProperty('totp')

    await owner.post('account', begin)
    expect(leadsTo(await owner.post('account', { totp: await code() }))).toEqual([303, '/mbale/cell/home'])
    expect((await owner.get('home')).status).toBe(200)
    expect(leadsTo(await stranger.get('home'))[0]).toBe(303)
  })

  test('disables an account and enables it again', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const officer = await atDesk(portal, 'so')
    await admin.post('staff', { intent: 'disable', staffId: String(officer.id) })
    expect((await officer.get('home')).status).toBe(303)
    await admin.post('staff', { intent: 'enable', staffId: String(officer.id) })
    expect((await officer.get('home')).status).toBe(303)
    expect(acts(portal).slice(-2)).toEqual(['staff.disabled', 'staff.enabled'])
  })

  test.each(['reset-password', 'reset-second-factor', 'disable', 'enable'])(
    'case 18: cannot %s their own account',
    async (intent) => {
      const portal = await openPortal()
      const admin = await atDesk(portal, 'admin')
      const answer = await admin.post('staff', { intent, staffId: String(admin.id) })
      expect([answer.status, messageOf(answer)]).toEqual([422, expect.stringContaining('your own account')])
      expect((await admin.get('staff')).status).toBe(200)
    },
  )

  test('searches the log and exports it, and the log records the export', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    await admin.post('staff', { loginName: 'vikas', fullName: 'Vikas Shinde', role: 'so' })
    await admin.get('staff')
    const page = await admin.get('audit?act=staff.created&actor=admin')
    expect(page.text).toContain('staff:vikas')
    expect((await admin.get('audit?from=yesterday')).text).not.toContain('staff:vikas')
    const search = 'act=staff.created&actor=admin'
    const taken = await admin.post('list.csv', { list: 'audit', search })
    expect(taken.status).toBe(200)
    expect(taken.headers['content-type']).toContain('text/csv')
    expect(taken.headers['content-disposition']).toMatch(/^attachment; filename="audit-mbale.csv"$/)
    expect(taken.headers['cache-control']).toContain('no-store')
    expect(taken.text).toContain('staff:vikas')
    expect((await admin.get('audit?act=desk-lists.exported')).text).toContain('act=staff.created&amp;actor=admin</li>')
  })
})
