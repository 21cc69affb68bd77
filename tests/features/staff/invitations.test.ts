import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours, inPortalTime, ist, minutes } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { browser, faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const office = 'office@polytechnic.example'
const password = 'Monsoon!Rain7'
const chosen = { password, confirmPassword: password }
const person = { loginName: 'so.pune.1', fullName: 'Meera Joshi', role: 'so', email: office }

/** The newest link to an address, as its e-mail has it. */
async function linkTo(portal: TestPortal, to = office): Promise<string> {
  await portal.services.messages.deliverDue()
  const mail = portal.box.sent.filter((one) => one.to === to && one.template === 'staff-invitation').at(-1)!
  return /invitation\?token=[\w-]+/.exec(mail.text)![0]
}

async function invited() {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  expect((await admin.post('staff', person)).status).toBe(303)
  const link = await linkTo(portal)
  const { id } = portal.services.staff.list().find(({ loginName }) => loginName === person.loginName)!
  return { portal, admin, link, id: String(id) }
}

test('names its end by the clock of the portal, which a demo has moved', async () => {
  const portal = await openPortal({ mode: 'demo', at: ist('2024-09-08 12:00') })
  const admin = await atDesk(portal, 'admin', 'inviting')
  expect((await admin.post('staff', person)).status).toBe(303)
  const link = await linkTo(portal)
  const { isOver, endsAt } = portal.services.staff.invitations.open()[0]!
  const ends = formatDateTime(inPortalTime(endsAt, portal.services.clock), 'en')
  expect([isOver, ends.includes('2024')]).toEqual([false, true])
  expect(portal.box.sent.find(({ template }) => template === 'staff-invitation')!.text).toContain(ends)
  expect((await (await visitor(portal)).get(link)).text).toContain(ends)
  expect((await admin.get('staff')).text).toContain(ends)
})

/** A browser of somebody outside, at the desk's addresses. */
async function visitor(portal: TestPortal) {
  const desk = browser(portal)
  const at = (path: string) => `/mbale/cell/${path}`
  return {
    get: (path: string) => desk.get(at(path)),
    post: (path: string, fields: Record<string, string>) => desk.post(at(path), fields),
  }
}

const acts = (portal: TestPortal) =>
  portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'staff.inv%' ORDER BY id").pluck().all()

test('a new account with an address is opened by its link, once, and its owner is signed in', async () => {
  const { portal, link, id } = await invited()
  const guest = await visitor(portal)
  const page = await guest.get(link)
  expect(page.text).toContain('so.pune.1')
  await guest.get(link)
  expect(portal.services.staff.account(Number(id))!.hasNoPassword, 'reading changes nothing').toBe(true)
  const opened = await guest.post(link, chosen)
  expect([opened.status, String(opened.headers.location)]).toEqual([303, '/mbale/cell/account'])
  const again = await guest.post(link, { password: 'Another!Rain8', confirmPassword: 'Another!Rain8' })
  expect([again.status, again.text.includes('already opened the account')]).toEqual([409, true])
  const login = { loginName: 'so.pune.1', password }
  expect((await (await visitor(portal)).post('login/so', login)).status).toBe(303)
  expect(acts(portal)).toEqual(['staff.invited', 'staff.invitation-used'])
})

test('the token is nowhere in the database, and the audit log has no address', async () => {
  const { portal, link } = await invited()
  const token = link.split('token=')[1]!
  expect(await portal.contents()).not.toContain(token)
  const log = portal.services.db.sqlite.prepare('SELECT group_concat(detail || subject) FROM audit_log').pluck().get()
  expect(String(log)).not.toContain(office)
})

test('a password that the rule does not allow is refused, and the link still works', async () => {
  const weak = 'Aa1!'
  const { portal, link } = await invited()
  const guest = await visitor(portal)
  const refused = await guest.post(link, { password: weak, confirmPassword: weak })
  expect([refused.status, Object.keys(faultsOf(refused))]).toEqual([422, ['password']])
  const other = await guest.post(link, { password, confirmPassword: 'Different!7' })
  expect(Object.keys(faultsOf(other))).toEqual(['confirmPassword'])
  expect((await guest.post(link, chosen)).status).toBe(303)
})

describe('a link opens nothing', () => {
  const refusedWith = async (portal: TestPortal, link: string, words: string) => {
    const guest = await visitor(portal)
    expect((await guest.get(link)).text).toContain(words)
    const answer = await guest.post(link, chosen)
    expect([answer.status >= 400, answer.text.includes(words)]).toEqual([true, true])
    expect(
      portal.services.db.sqlite
        .prepare('SELECT count(*) FROM staff_sessions WHERE staff_id = (SELECT id FROM staff WHERE login_name = ?)')
        .pluck()
        .get('so.pune.1'),
    ).toBe(0)
  }

  test('after 72 hours, until another one is sent', async () => {
    const { portal, admin, link, id } = await invited()
    portal.clock.advance(hours(72) - minutes(1))
    expect((await (await visitor(portal)).get(link)).text).toContain('so.pune.1')
    portal.clock.advance(minutes(1))
    await refusedWith(portal, link, 'has run out')
    const again = await atDesk(portal, 'admin', 'later')
    expect((await again.get('staff')).text).toContain('Over')
    expect((await again.post('staff', { invite: 'one', staffId: id })).status).toBe(303)
    await refusedWith(portal, link, 'no longer works')
    expect((await (await visitor(portal)).post(await linkTo(portal), chosen)).status).toBe(303)
    expect(admin.id).toBeGreaterThan(0)
  })

  test('once it is withdrawn', async () => {
    const { portal, admin, link, id } = await invited()
    expect((await admin.post('staff', { invite: 'withdraw', staffId: id })).status).toBe(303)
    await refusedWith(portal, link, 'no longer works')
    expect((await admin.post('staff', { invite: 'withdraw', staffId: id })).status).toBe(404)
    expect(acts(portal)).toEqual(['staff.invited', 'staff.invitation-withdrawn'])
  })

  test('of an account that has ended meanwhile, has another address, or got a password on paper', async () => {
    const first = await invited()
    await first.admin.post('staff', { intent: 'disable', staffId: first.id })
    await refusedWith(first.portal, first.link, 'no longer works')
    const second = await invited()
    const { loginName: _, ...edit } = person
    await second.admin.post(`staff/${second.id}`, { ...edit, email: 'other@polytechnic.example' })
    await refusedWith(second.portal, second.link, 'no longer works')
    const third = await invited()
    await third.admin.post('staff', { intent: 'reset-password', staffId: third.id })
    await refusedWith(third.portal, third.link, 'no longer works')
  })

  test.each(['invitation', 'invitation?token=', 'invitation?token=abc', `invitation?token=${'a'.repeat(400)}`])(
    'of a token that nobody gave: %s',
    async (link) => {
      const { portal } = await invited()
      await refusedWith(portal, link, 'opens no account')
    },
  )
})

test('of two who press at once, one opens the account', async () => {
  const { portal, link } = await invited()
  const [one, other] = [await visitor(portal), await visitor(portal)]
  await Promise.all([one.get(link), other.get(link)])
  const answers = await Promise.all([one.post(link, chosen), other.post(link, chosen)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
})

test('accounts of a file with an address get invitations, the others passwords, nobody both', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  const lines = ['a', 'b', 'c'].map(
    (name, n) => `so.${name},Meera Joshi,so,${n < 2 ? `${name}@office.example` : ''},yes`,
  )
  const file = await keeper.bring('staff', ['login_name,full_name,role,email,active', ...lines].join('\n'))
  expect(file.faults).toEqual([])
  await keeper.apply(file.address)
  expect(portal.services.staff.withoutPassword()).toEqual({ all: 3, withEmail: 2 })
  expect((await keeper.get('staff')).text).toContain('Send 2 invitations')
  expect((await keeper.post('staff', { invite: 'all' })).status).toBe(303)
  expect(portal.services.staff.withoutPassword()).toEqual({ all: 1, withEmail: 0 })
  expect(portal.services.staff.invitations.open().map(({ email }) => email)).toEqual([
    'a@office.example',
    'b@office.example',
  ])
  const passwords = await keeper.post('one-time-passwords.csv', {})
  expect(
    passwords.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['so.c'])
  expect((await keeper.post('staff', { invite: 'all' })).status, 'nobody is asked twice').toBe(303)
  await portal.services.messages.deliverDue()
  expect(portal.box.sent.filter(({ template }) => template === 'staff-invitation')).toHaveLength(4)
  const bad = await keeper.bring(
    'staff',
    'login_name,full_name,role,email,active\nso.d,Meera Joshi,so,not an address,yes',
  )
  expect(bad.faults).toMatchObject([{ column: 'email', why: 'value', params: { value: 'not an address' } }])
})

test('an account that is open, or has no address, is not invited; and only admins invite', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const so = await atDesk(portal, 'so', 'officer')
  const open = await admin.post('staff', { invite: 'one', staffId: String(so.id) })
  expect(open.status).toBe(409)
  expect((await so.post('staff', { invite: 'all' })).status).toBe(403)
  expect((await admin.post('staff', { invite: 'one', staffId: '999' })).status).toBe(404)
  expect(viewOf<View<{ invitations: unknown[] }>>(await admin.get('staff')).data.invitations).toEqual([])
})

test('whoever sends a link does not count as a second person beside the account', async () => {
  const { portal, link } = await invited()
  portal.clock.advance(hours(71))
  await (await visitor(portal)).post(link, chosen)
  const notes = portal.services.db.sqlite
    .prepare("SELECT count(*) FROM staff_changes WHERE login_name = 'so.pune.1' AND kind = 'reset-password'")
    .pluck()
  expect(notes.get()).toBe(2)
})
